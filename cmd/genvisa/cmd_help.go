package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// helpCmd is there for the list of commands; doMain turns help COMMAND into
// COMMAND --help.
type helpCmd struct {
	Command string `arg:"" optional:"" help:"Command to explain."`
}

// Run is not reached.
func (c *helpCmd) Run() error { return nil }

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (c *completionCmd) Help() string {
	return `Examples:
  source <(genvisa completion bash)
  genvisa completion zsh > ~/.zsh_genvisa && echo 'source ~/.zsh_genvisa' >> ~/.zshrc
  genvisa completion fish > ~/.config/fish/completions/genvisa.fish`
}

// Run writes the script from the parser's own model of the commands.
func (c *completionCmd) Run(ctx *kong.Context, s streams) error {
	var err error
	switch c.Shell {
	case "fish":
		_, err = s.out.Write([]byte(fishScript(ctx.Model.Children)))
	case "zsh":
		_, err = s.out.Write([]byte("autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + bashScript(ctx.Model.Children)))
	default:
		_, err = s.out.Write([]byte(bashScript(ctx.Model.Children)))
	}
	return err
}

// values are the words that may follow a flag; nil when it takes none, or any
// text or file.
func values(f *kong.Flag) []string {
	if f.Tag == nil || f.Tag.Enum == "" {
		return nil
	}
	return strings.Split(f.Tag.Enum, ",")
}

// takesValue reports a flag that has to be followed by something.
func takesValue(f *kong.Flag) bool { return f.Target.Kind() != reflect.Bool }

// bashScript completes commands, flags and their fixed values; everything else
// is completed as a file.
func bashScript(commands []*kong.Node) string {
	var names, flags, after strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&names, " %s", c.Name)
		fmt.Fprintf(&flags, "    %s) words=\"--help", c.Name)
		for _, f := range c.Flags {
			fmt.Fprintf(&flags, " --%s", f.Name)
			if v := values(f); v != nil {
				fmt.Fprintf(&after, "    %s:--%s) COMPREPLY=($(compgen -W %q -- \"$cur\")); return ;;\n", c.Name, f.Name, strings.Join(v, " "))
			}
		}
		flags.WriteString("\" ;;\n")
	}
	return `_genvisa() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd=${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "` + strings.TrimSpace(names.String()) + `" -- "$cur")); return
  fi
  case $cmd:$prev in
` + after.String() + `  esac
  case $cmd in
` + flags.String() + `  esac
  case $cur in
    -*) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
  esac
}
complete -o default -F _genvisa genvisa
`
}

// fishScript is the same for fish, with the help of each word.
func fishScript(commands []*kong.Node) string {
	quote := func(s string) string { return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'" }
	var b strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c genvisa -n __fish_use_subcommand -f -a %s -d %s\n", c.Name, quote(c.Help))
		for _, f := range c.Flags {
			fmt.Fprintf(&b, "complete -c genvisa -n '__fish_seen_subcommand_from %s' -l %s -d %s", c.Name, f.Name, quote(f.Help))
			switch v := values(f); {
			case v != nil:
				fmt.Fprintf(&b, " -x -a %s", quote(strings.Join(v, " ")))
			case takesValue(f):
				b.WriteString(" -r")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
