package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"
)

// helpCmd is there for the list of commands; doMain turns help COMMAND into
// COMMAND --help.
type helpCmd struct {
	Command string
}

func (c *helpCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.Command, "COMMAND", false, "Command to explain."),
	}
}

// Run is not reached.
func (c *helpCmd) Run(context.Context, streams) error { return nil }

type completionCmd struct {
	Shell string
}

func (c *completionCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.Shell, "SHELL", true, "bash, zsh or fish."),
	}
	to.Description = `Examples:
  source <(genvisa completion bash)
  genvisa completion zsh > ~/.zsh_genvisa && echo 'source ~/.zsh_genvisa' >> ~/.zshrc
  genvisa completion fish > ~/.config/fish/completions/genvisa.fish`
}

// Run writes the script from the library's own model of the commands.
func (c *completionCmd) Run(_ context.Context, s streams) error {
	var script string
	switch c.Shell {
	case "fish":
		script = fishScript(allCommands(s))
	case "zsh":
		script = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + bashScript(allCommands(s))
	case "bash":
		script = bashScript(allCommands(s))
	default:
		return &usageError{fmt.Errorf("shell %s: want bash, zsh or fish", c.Shell)}
	}
	_, err := s.out.Write([]byte(script))
	return err
}

// bashScript completes commands, flags and their fixed values; everything else
// is completed as a file.
func bashScript(commands []*cli.Command) string {
	var names, flags, after strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&names, " %s", c.Name)
		fmt.Fprintf(&flags, "    %s) words=\"--help", c.Name)
		for _, f := range c.Flags {
			fmt.Fprintf(&flags, " --%s", f.Names()[0])
			if v := values(f); v != nil {
				fmt.Fprintf(&after, "    %s:--%s) COMPREPLY=($(compgen -W %q -- \"$cur\")); return ;;\n", c.Name, f.Names()[0], strings.Join(v, " "))
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
func fishScript(commands []*cli.Command) string {
	quote := func(s string) string { return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'" }
	var b strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c genvisa -n __fish_use_subcommand -f -a %s -d %s\n", c.Name, quote(c.Usage))
		for _, f := range c.Flags {
			fmt.Fprintf(&b, "complete -c genvisa -n '__fish_seen_subcommand_from %s' -l %s -d %s", c.Name, f.Names()[0], quote(nameAndUsage(f)[1]))
			switch v := values(f); {
			case v != nil:
				fmt.Fprintf(&b, " -x -a %s", quote(strings.Join(v, " ")))
			case f.(cli.DocGenerationFlag).TakesValue():
				b.WriteString(" -r")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
