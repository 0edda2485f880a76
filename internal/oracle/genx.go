//go:build oracle

package oracle

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// GenX is Intel's vISA finalizer, GenX_IR, with the options that the corpus was
// made with. The variable GENVISA_GENX_IR names another program than the installed one.
type GenX struct {
	Dir      string   // holds its input and output; the tool writes nowhere else
	Verify   bool     // let it check the text by its own rules
	Platform string   // its name of the device; SKL without one
	Extra    []string // options
}

// Compile gives the native code of a text, or in refusal what the tool objects
// to.
func (g GenX) Compile(src string) (code []byte, refusal string, err error) {
	return g.compile("text.visaasm", "text.dat", []byte(src))
}

// CompileISA is Compile of the binary form of vISA, for which the tool's output has no
// name but its ending.
func (g GenX) CompileISA(src []byte) (code []byte, refusal string, err error) {
	return g.compile("text.isa", ".dat", src)
}

func (g GenX) compile(file, output string, src []byte) (code []byte, refusal string, err error) {
	in, dat := filepath.Join(g.Dir, file), filepath.Join(g.Dir, output)
	reports, err := filepath.Glob(filepath.Join(g.Dir, "*.errors.txt"))
	if err != nil {
		return nil, "", err
	}
	for _, f := range append(reports, dat) {
		os.Remove(f)
	}
	if err := os.WriteFile(in, src, 0o600); err != nil {
		return nil, "", err
	}
	args := []string{in, "-platform", cmp.Or(g.Platform, "SKL"), "-noLoadPayload", "-enablePreemption", "-hasRNEandDenorm", "-binary", "-output"}
	program := os.Getenv("GENVISA_GENX_IR")
	if program == "" { // later ones have no such option
		program, args = "GenX_IR", append(args, "-outputCisaBinaryName", "o.isa")
	}
	if !g.Verify {
		args = append(args, "-noverifyCISA")
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, program, append(args, g.Extra...)...)
	cmd.Dir = g.Dir
	out, failed := cmd.CombinedOutput()
	if failed != nil && !strings.Contains(string(out), spilled) {
		return nil, g.reason(string(out), failed), nil
	}
	code, err = os.ReadFile(dat)
	return code, "", err
}

// patience is how long the tool may take for a text: on some that are wrong it does not
// end.
const patience = time.Minute

// spilled begins the remark with which the tool ends by 1 although its code is
// complete.
const spilled = "Spill memory used = "

// reason is the message of the verifier's report, or else the last line that
// the tool wrote.
func (g GenX) reason(out string, err error) string {
	const mark = "Error Message: "
	reports, _ := filepath.Glob(filepath.Join(g.Dir, "*.errors.txt"))
	for _, f := range reports {
		report, _ := os.ReadFile(f)
		if _, msg, ok := strings.Cut(string(report), mark); ok {
			msg, _, _ = strings.Cut(msg, "\n")
			return strings.TrimSpace(msg)
		}
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" && !strings.HasPrefix(last, "GenX_IR ") {
		return last
	}
	return err.Error()
}
