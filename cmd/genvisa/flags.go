package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
)

// argument is a word after the command, in the order of the list. usage is its
// line of the help.
func argument(to *string, name string, required bool, usage string) cli.Argument {
	return &cli.StringArg{Name: name, UsageText: usage, Required: required, Destination: to}
}

// onOff is a flag without a value.
func onOff(to *bool, name, usage string) cli.Flag {
	return &cli.BoolFlag{Name: name, Usage: usage, Destination: to, HideDefault: true}
}

// onOffShort is onOff with a letter for it.
func onOffShort(to *bool, name, short, usage string) cli.Flag {
	return &cli.BoolFlag{Name: name, Aliases: []string{short}, Usage: usage, Destination: to, HideDefault: true}
}

// word is a flag with any text or file, which the help calls by placeholder;
// without the flag it is preset. short is a letter for it, or empty.
func word(to *string, name, short, placeholder, preset, usage string) cli.Flag {
	f := &cli.StringFlag{Name: name, Usage: named(placeholder, usage), Value: preset, Destination: to, HideDefault: preset == ""}
	if short != "" {
		f.Aliases = []string{short}
	}
	return f
}

// registers is the flag of run and compile about the size of the register file.
func registers(to *uint64) cli.Flag {
	return number(to, "grf", "General registers of a thread of code that is compiled here: 128, or 256 on devices that have them; otherwise what the metadata say.")
}

// platform is the flag of run and compile about vISA text.
func platform(to *string) cli.Flag {
	every := targetNames(func(native.Target) bool { return true })
	return word(to, "platform", "", "TARGET", "", "Device that vISA text was made for, where the text leaves open what that changes (load_3d): "+every+".")
}

// list is a flag that may be given again.
func list(to *[]string, name, placeholder, usage string) cli.Flag {
	return &cli.StringSliceFlag{Name: name, Usage: named(placeholder, usage), Destination: to}
}

// number is a flag with a number from 0, which it is without the flag.
func number(to *uint64, name, usage string) cli.Flag {
	return &cli.GenericFlag{Name: name, Usage: named("N", usage), Value: &count{to}, HideDefault: true}
}

// choice is a flag with one of a few words; without it, it is the first.
func choice(to *string, name, usage string, words ...string) cli.Flag {
	*to = words[0]
	return &cli.GenericFlag{Name: name, Usage: named(strings.Join(words, "|"), usage), Value: &oneOf{to, words}}
}

// engineCode is --engine-code.
func engineCode(to *string) cli.Flag {
	return choice(to, "engine-code", "What native code is executed by. jit: code of this processor that is compiled for the program; portable: the rows of the EU model, with the same results. Where the processor has no AVX2, on systems other than Linux, and with --stats, --trace and --hazards it is always portable.", string(load.JIT), string(load.Portable))
}

// named puts the placeholder of a flag's value where the library looks for it,
// and a tab behind, as it shows it there too.
func named(placeholder, usage string) string { return "`" + placeholder + "`\t" + usage }

// oneOf is the value of a flag that takes only some words.
type oneOf struct {
	to    *string
	words []string
}

// Set refuses all other words.
func (o *oneOf) Set(word string) error {
	if !slices.Contains(o.words, word) {
		return fmt.Errorf("want one of %s", strings.Join(o.words, ", "))
	}
	*o.to = word
	return nil
}

func (o *oneOf) String() string { return *o.to }

// Get is the word.
func (o *oneOf) Get() any { return *o.to }

// count is the value of a flag with a number.
type count struct{ to *uint64 }

// Set refuses what is no number from 0.
func (c *count) Set(word string) (err error) {
	if *c.to, err = strconv.ParseUint(word, 10, 64); err != nil {
		return errors.New("want a number from 0")
	}
	return nil
}

func (c *count) String() string { return strconv.FormatUint(*c.to, 10) }

// Get is the number.
func (c *count) Get() any { return *c.to }

// values are the words that may follow a flag; nil when it takes none, or any
// text or file.
func values(f cli.Flag) []string {
	if g, ok := f.(*cli.GenericFlag); ok {
		if o, ok := g.Value.(*oneOf); ok {
			return o.words
		}
	}
	return nil
}
