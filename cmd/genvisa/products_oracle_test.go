//go:build oracle

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
)

// later are names of ocloc that are no product of Gen8 to Gen12: families, and devices of
// later generations.
var later = regexp.MustCompile(`^(gen.*|xe.*|acm.*|ats.*|dg2.*|pvc.*|mtl.*|version)$`)

// TestProductsOfOcloc: a container of each device that the installed ocloc knows goes through
// every command by its own name, and its codes agree.
func TestProductsOfOcloc(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	help, _ := exec.Command("ocloc", "compile", "--help").CombinedOutput()
	list := regexp.MustCompile(`<device_type> can be: ([^\n]*)`).FindSubmatch(help)
	require.NotNil(t, list, "%s", help)
	names := strings.FieldsFunc(string(list[1]), func(r rune) bool { return r == ',' || r == ' ' })
	names = slices.DeleteFunc(names[:slices.Index(names, "or")], func(n string) bool { return later.MatchString(n) })
	require.Greater(t, len(names), 15)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("k.cl", []byte("kernel void k(global int *o, global const int *in, int n) { int i = get_global_id(0); if (i < n) o[i] = in[i] * 3 + 1; }\n"), 0o600))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			target, err := native.ParseTarget(name)
			require.NoError(t, err)
			for format, options := range map[string][]string{"zebin": {"-internal_options", "-ze-emit-zebin-visa-sections"}, "patchtokens": nil} {
				file := name + "." + format + ".bin"
				args := append([]string{"compile", "-file", "k.cl", "-device", name, "--format", format, "-q", "-output", strings.TrimSuffix(file, ".bin"), "-output_no_suffix"}, options...)
				out, err := exec.Command("ocloc", args...).CombinedOutput()
				require.NoError(t, err, "%s", out)
				require.NoError(t, os.Rename(strings.TrimSuffix(file, ".bin"), file))
				commands := []string{
					"info " + file, "init " + file + " -o l.yaml --force", "run l.yaml --target " + name, "ndis " + file, "ndis " + file + " --target " + name,
					"lint " + file, "hazards " + file, "run " + file + " --target " + name,
					"ndis " + file + " -o k.asm", "nasm k.asm --into " + file + " -o same.bin --force", "nasm k.asm --into " + file + " --target " + name,
					"run same.bin l.yaml --target " + name,
				}
				if format == "zebin" {
					commands = append(commands, "run l.yaml --all", "run l.yaml --code interp", "fmt "+file, "verify "+file, "run k.cl --target "+name+" --all", "compile "+file+" --target skl -o k.dat --force", "compile "+file+" --zebin own.bin --force --target skl")
				}
				if format == "zebin" && lower.Supported(target) {
					commands = append(commands, "run l.yaml --code ours --target "+name, "compile "+file+" --target "+name+" -o k.dat --force",
						"compile "+file+" --target "+name+" --zebin mine.bin --force", "info mine.bin", "run l.yaml --program mine.bin --target "+name)
				}
				for _, c := range commands {
					code, out, errOut := command(context.Background(), "", strings.Fields(c)...)
					assert.Equal(t, exitOK, code, "%s: %s%s", c, out, errOut)
					if c == "info "+file || c == "info mine.bin" {
						assert.Contains(t, out, "product "+name+" ")
					}
					if strings.HasSuffix(c, "--all") {
						assert.Contains(t, out, "give the same results")
					}
				}
			}
		})
	}
}

// TestLaterContainers: what info, ndis, lint and hazards say of the containers of devices after Gen12 LP.
func TestLaterContainers(t *testing.T) {
	files, err := filepath.Glob("../../../shared/corpus/releases/*/*/saxpy.bin")
	require.NoError(t, err)
	n := 0
	for _, file := range files {
		if device := filepath.Base(filepath.Dir(file)); device != "dg2" && device != "mtl-h" {
			continue
		}
		n++
		code, out, errOut := command(context.Background(), "", "info", file)
		assert.Equal(t, exitOK, code, errOut)
		assert.Contains(t, out, "kernel saxpy")
		for name, want := range map[string]string{"ndis": "send.ugm", "lint": "", "hazards": ""} {
			code, out, errOut := command(context.Background(), "", name, file)
			assert.Equal(t, exitOK, code, "%s: %s", name, errOut)
			assert.Contains(t, out, want)
		}
	}
	if n == 0 {
		t.Skip("the corpus is not beside the repository")
	}
}
