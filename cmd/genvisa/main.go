package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/genvisa/genvisa/lower"
)

// Exit codes of every command.
const (
	exitOK         = 0
	exitFindings   = 1 // mismatch, fault, deadlock, limit, interrupt
	exitUsage      = 2 // usage or bad input
	exitUnmodelled = 3 // valid input
	exitInternal   = 4
)

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	json     *jsonReply
}

// commands in the order of the help.
var commands = []struct {
	name, group, help string
	make              func() any
}{
	{"run", "Programs", "Run a kernel and check the launch's expectations.", func() any { return &runCmd{} }},
	{"init", "Programs", "Write a commented launch file to fill in.", func() any { return &initCmd{} }},
	{"compile", "Programs", "Compile vISA to native Gen code.", func() any { return &compileCmd{} }},
	{"verify", "Programs", "List all findings of a vISA program.", func() any { return &verifyCmd{} }},
	{"fmt", "Programs", "Print a vISA program as Intel's compiler lays it out.", func() any { return &fmtCmd{} }},
	{"ndis", "Native code", "Disassemble native Gen code.", func() any { return &ndisCmd{} }},
	{"info", "Looking things up", "Show what a file holds: kernels, arguments, sections.", func() any { return &infoCmd{} }},
	{"ops", "Looking things up", "Show the op table, or one op's page.", func() any { return &opsCmd{} }},
	{"version", "Looking things up", "Show version, targets and specification counts.", func() any { return &versionCmd{} }},
	{"help", "Looking things up", "Show this, or the help of a command.", func() any { return &helpCmd{} }},
	{"completion", "Looking things up", "Write a script that completes commands in a shell.", func() any { return &completionCmd{} }},
}

// parserFor makes the command-line parser. When the first argument is a command
// the others are left out: building all takes as long as the rest of the start.
func parserFor(args []string, options ...kong.Option) (*kong.Kong, error) {
	known := func(name string) bool { return len(args) > 0 && args[0] == name }
	only := false
	for i := range commands {
		only = only || known(commands[i].name) && commands[i].name != "completion" // which is about all
	}
	for i := range commands {
		if c := &commands[i]; !only || known(c.name) {
			options = append(options, kong.DynamicCommand(c.name, c.help, c.group, c.make()))
		}
	}
	return kong.New(&struct{}{}, options...)
}

const description = `A toolchain for Intel GPUs without the GPU: interpret vISA, compile it to native Gen code, run native code on a model of the execution unit (EU).

Try:  genvisa run examples/saxpy/launch.yaml

Exit codes: 0 ok; 1 findings, mismatch, fault, deadlock, limit or interrupt; 2 usage or bad input; 3 valid but not modelled; 4 a bug in genvisa.`

func main() {
	collectLate()
	os.Exit(doMain(context.Background(), os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// exitPanic carries kong's wish to exit (after -h) up to doMain.
type exitPanic int

func doMain(ctx context.Context, args []string, s streams) (code int) {
	out := bufio.NewWriter(s.out)
	s.out = out
	defer func() { // output that got lost is an error, on a full disk for example
		if err := out.Flush(); err != nil {
			fmt.Fprintln(s.err, cannotWrite("standard output", err))
			code = max(code, exitUsage)
		}
	}()
	defer func() {
		switch v := recover().(type) {
		case nil:
		case exitPanic:
			code = int(v)
		default:
			fmt.Fprintf(s.err, "genvisa: internal error: %v\n%s", v, debug.Stack())
			code = exitInternal
		}
	}()
	args = spelledOut(args)
	s.json = &jsonReply{wanted: wantsJSON(args)}
	parser, err := parserFor(args, kong.Name("genvisa"), kong.Description(description),
		kong.Writers(s.out, s.err), kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Exit(func(code int) { panic(exitPanic(code)) }),
		kong.Vars{"compiled": targetNames(lower.Supported), "decoded": targetNames(decoded), "modelled": targetNames(modelled), "passes": passNames()},
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(s))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	k, err := parser.Parse(args)
	if err != nil {
		err = &usageError{err}
	} else {
		err = k.Run()
	}
	if s.json.wanted && !s.json.given && err != nil {
		err = errors.Join(err, s.reply(false, err, nil))
	}
	out.Flush() // results before messages; its error comes again at the end
	return report(s, err)
}

// usageError is a command line that is wrong.
type usageError struct{ err error }

// Error says where help is.
func (e *usageError) Error() string { return fmt.Sprintf("genvisa: %v\nSee genvisa --help.", e.err) }

// spelledOut turns the forms that people try first into those of the parser.
func spelledOut(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "--version":
		return append([]string{"version"}, args[1:]...)
	case args[0] == "help" && (len(args) == 1 || !strings.HasPrefix(args[1], "-")):
		return append(args[1:len(args):len(args)], "--help")
	}
	return args
}

// report prints err and gives the exit code that its kind asks for.
func report(s streams, err error) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("interrupted: %w", err)
	}
	if m := messageOf(err); m != "" {
		fmt.Fprintln(s.err, m)
	}
	return exitCodeOf(err)
}
