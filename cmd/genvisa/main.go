package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/quote"
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
	out, err io.Writer // for people: what they write of files is quoted (internal/quote)
	raw      io.Writer // out as it is, for contents of files
	json     *jsonReply
}

// say writes a line to the error stream.
func (s streams) say(format string, args ...any) {
	io.WriteString(s.err, quote.Lines(fmt.Sprintf(format, args...))+"\n")
}

// program is one of the commands.
type program interface {
	// describe says which arguments and flags there are and gives examples.
	describe(to *cli.Command)
	// Run does it.
	Run(ctx context.Context, s streams) error
}

// commands in the order of the help.
var commands = []struct {
	name, group, help string
	make              func() program
}{
	{"run", "Programs", "Run a kernel and check the launch's expectations.", func() program { return &runCmd{} }},
	{"occupancy", "Programs", "Count the groups of a launch that a machine has room for.", func() program { return &occupancyCmd{} }},
	{"bench", "Programs", "Time a launch with each code and engine, side by side.", func() program { return &benchCmd{} }},
	{"init", "Programs", "Write a commented launch file to fill in.", func() program { return &initCmd{} }},
	{"compile", "Programs", "Compile vISA to native Gen code.", func() program { return &compileCmd{} }},
	{"verify", "Programs", "List all findings of a vISA program.", func() program { return &verifyCmd{} }},
	{"fmt", "Programs", "Print a vISA program as Intel's compiler lays it out.", func() program { return &fmtCmd{} }},
	{"asm", "Programs", "Write vISA text in its binary form (.isa).", func() program { return &asmCmd{} }},
	{"dis", "Programs", "Print the vISA of a .isa file as text.", func() program { return &disCmd{} }},
	{"nasm", "Native code", "Assemble native Gen code.", func() program { return &nasmCmd{} }},
	{"ndis", "Native code", "Disassemble native Gen code.", func() program { return &ndisCmd{} }},
	{"lint", "Native code", "Check native Gen code against the restrictions of the hardware.", func() program { return &lintCmd{} }},
	{"hazards", "Native code", "Find registers that native code touches too early.", func() program { return &hazardsCmd{} }},
	{"state", "Native code", "Show the fields of surface, sampler and descriptor states and of commands.", func() program { return &stateCmd{} }},
	{"info", "Looking things up", "Show what a file holds: kernels, arguments, sections.", func() program { return &infoCmd{} }},
	{"ops", "Looking things up", "Show the op table, or one op's page.", func() program { return &opsCmd{} }},
	{"version", "Looking things up", "Show version, targets and specification counts.", func() program { return &versionCmd{} }},
	{"help", "Looking things up", "Show this, or the help of a command.", func() program { return &helpCmd{} }},
	{"completion", "Looking things up", "Write a script that completes commands in a shell.", func() program { return &completionCmd{} }},
}

// treeFor makes the command line for the library. When the first argument is a
// command the others are left out.
func treeFor(args []string, s streams) *cli.Command {
	root := &cli.Command{
		Name: "genvisa", Description: description, CustomRootCommandHelpTemplate: rootHelp, HideHelpCommand: true,
		Writer: s.out, ErrWriter: s.err, OnUsageError: wrongUsage, ExitErrHandler: func(context.Context, *cli.Command, error) {},
		Action: func(_ context.Context, c *cli.Command) error { return unknownCommand(c.Args().First()) },
	}
	for i := range commands {
		if len(args) > 0 && args[0] == commands[i].name {
			root.Commands = []*cli.Command{subcommand(i, s)}
			return root
		}
	}
	root.Commands = allCommands(s)
	return root
}

// allCommands is every command with its flags.
func allCommands(s streams) []*cli.Command {
	all := make([]*cli.Command, len(commands))
	for i := range commands {
		all[i] = subcommand(i, s)
	}
	return all
}

func subcommand(i int, s streams) *cli.Command {
	do := commands[i].make()
	c := &cli.Command{
		Name: commands[i].name, Category: commands[i].group, Usage: commands[i].help,
		CustomHelpTemplate: commandHelp, HideHelpCommand: true, OnUsageError: wrongUsage,
	}
	do.describe(c)
	c.Action = func(ctx context.Context, c *cli.Command) error {
		if c.Args().Present() {
			return ofCommand(&usageError{fmt.Errorf("unexpected argument %s", c.Args().First())}, c.Name)
		}
		return ofCommand(do.Run(ctx, s), c.Name)
	}
	return c
}

const description = `A toolchain for Intel GPUs without the GPU: interpret vISA, compile it to native Gen code, run native code on a model of the execution unit (EU).

Try:  genvisa run examples/saxpy/launch.yaml

Exit codes: 0 ok; 1 findings, mismatch, fault, deadlock, limit or interrupt; 2 usage or bad input; 3 valid but not modelled; 4 a bug in genvisa.`

func main() {
	collectLate()
	os.Exit(doMain(context.Background(), os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

func doMain(ctx context.Context, args []string, s streams) (code int) {
	out := bufio.NewWriter(s.out)
	text := quote.NewWriter(out)
	s.out, s.raw = text, out
	defer func() { // output that got lost is an error, on a full disk for example
		text.Flush()
		if err := out.Flush(); err != nil {
			s.say("%v", cannotWrite("standard output", err))
			code = max(code, exitUsage)
		}
	}()
	defer func() {
		switch v := recover().(type) {
		case nil:
		default:
			s.say("genvisa: internal error: %v\n%s", v, debug.Stack())
			code = exitInternal
		}
	}()
	args = spelledOut(args)
	s.json = &jsonReply{wanted: wantsJSON(args)}
	err := unbroken(args)
	if err == nil && len(args) > 0 && args[0] != "" && args[0][0] != '-' && !isCommand(args[0]) {
		err = unknownCommand(args[0]) // whatever flags it has
	}
	if err == nil {
		err = treeFor(args, s).Run(ctx, append([]string{"genvisa"}, args...))
	}
	if s.json.wanted && !s.json.given && err != nil {
		err = errors.Join(err, s.reply(false, err, nil))
	}
	text.Flush()
	out.Flush() // results before messages; its error comes again at the end
	return report(s, err)
}

// report prints err and gives the exit code that its kind asks for.
func report(s streams, err error) int {
	if err == nil {
		return exitOK
	}
	if m := messageOf(err); m != "" {
		s.say("%s", m)
	}
	return exitCodeOf(err)
}
