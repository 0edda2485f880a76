package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"
)

// spelledOut turns the forms that people try first into those of the parser.
func spelledOut(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "--version":
		return append([]string{"version"}, args[1:]...)
	case args[0] == "help" && len(args) > 1 && !isCommand(args[1]):
		return args[1:] // wrong, and said to be
	case args[0] == "help" && len(args) > 1:
		return []string{args[1], "--help"}
	case args[0] == "help":
		return []string{"--help"}
	case isCommand(args[0]) && slices.ContainsFunc(args[1:], func(a string) bool { return a == "-h" || a == "--help" }):
		return []string{args[0], "--help"} // whatever else there is
	}
	return args
}

func isCommand(name string) bool {
	for i := range commands {
		if commands[i].name == name {
			return true
		}
	}
	return false
}

// unbroken refuses arguments of several lines: they would be lines of every message.
func unbroken(args []string) error {
	for _, a := range args {
		if strings.ContainsAny(a, "\n\r") {
			return &usageError{fmt.Errorf("the argument %q has a line break: want one line", a)}
		}
	}
	return nil
}

// usageError is a command line that is wrong.
type usageError struct{ err error }

// Error says where help is.
func (e *usageError) Error() string { return fmt.Sprintf("genvisa: %v\nSee genvisa --help.", e.err) }

// usageOf is a usageError of a command, which has a help of its own.
type usageOf struct {
	*usageError
	command string
}

// Error says where help is.
func (e *usageOf) Error() string {
	return fmt.Sprintf("genvisa: %v\nSee genvisa %s --help.", e.err, e.command)
}

// ofCommand gives an error of usage the command's name.
func ofCommand(err error, name string) error {
	if e, ok := err.(*usageError); ok && isCommand(name) {
		return &usageOf{e, name}
	}
	return err
}

// wrongUsage is what becomes of an error of the library's parser: one of ours,
// with the flag that may have been meant.
func wrongUsage(_ context.Context, c *cli.Command, err error, _ bool) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
		name = dashed(strings.TrimLeft(name, "-"))
		err = fmt.Errorf("unknown flag %s%s", name, meant(cli.SuggestFlag(c.Flags, strings.TrimLeft(name, "-"), false), name))
	}
	return ofCommand(&usageError{errors.New(strings.Replace(err.Error(), " for flag -", " for flag --", 1))}, c.Name)
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func unknownCommand(name string) error {
	return &usageError{fmt.Errorf("unexpected argument %s%s", name, meant(cli.SuggestCommand(allCommands(streams{}), name), name))}
}

// meant asks for a word that looks like what was written: the library always
// knows one.
func meant(word, written string) string {
	bare, other := strings.TrimLeft(word, "-"), strings.TrimLeft(written, "-")
	if bare == "" || other == "" || bare[0] != other[0] || max(len(bare), len(other))-min(len(bare), len(other)) > 2 {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", word)
}

const rootHelp = `Usage: genvisa COMMAND ...

{{wrap .Description 0}}
{{range groups}}
{{.Name}}
{{range .Commands}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}{{end}}
Run "genvisa COMMAND --help" for the arguments, flags and examples of a command.
`

const commandHelp = `Usage: genvisa {{.Name}}{{range .Arguments}} {{if .Required}}{{.Name}}{{else}}[{{.Name}}]{{end}}{{end}} [flags]

{{.Usage}}{{if .Description}}

{{wrap .Description 0}}{{end}}
{{if .Arguments}}
Arguments:
{{range .Arguments}}  {{.Name}}
        {{wrap .Usage 8}}
{{end}}{{end}}
Flags:
{{range .VisibleFlags}}  {{flagNames .}}
        {{wrap (flagUsage .) 8}}
{{end}}`

// helpWidth is where the lines of a help end.
const helpWidth = 100

// The library writes a help through this variable.
func init() {
	cli.HelpPrinter = func(w io.Writer, text string, data any) {
		cli.HelpPrinterCustom(w, text, data, map[string]any{
			"wrapAt":    func() int { return helpWidth },
			"groups":    groups,
			"flagNames": func(f cli.Flag) string { return nameAndUsage(f)[0] },
			"flagUsage": func(f cli.Flag) string { return nameAndUsage(f)[1] },
		})
	}
}

// nameAndUsage are the two columns of a flag: what named joined lies between
// them.
func nameAndUsage(f cli.Flag) [2]string {
	columns := strings.Split(f.String(), "\t")
	return [2]string{columns[0], strings.TrimSpace(columns[len(columns)-1])}
}

// group is some commands of the help under a title.
type group struct {
	Name     string
	Commands []*cli.Command
}

// groups are all commands, in the order of the table.
func groups() []group {
	var all []group
	for _, c := range allCommands(streams{}) {
		if len(all) == 0 || all[len(all)-1].Name != c.Category {
			all = append(all, group{Name: c.Category})
		}
		last := &all[len(all)-1]
		last.Commands = append(last.Commands, c)
	}
	return all
}
