package main

import (
	"encoding/json"
	"fmt"

	"github.com/genvisa/genvisa/visa/verify"
)

type verifyCmd struct {
	In   string `arg:"" help:"vISA text (.visaasm); - is standard input."`
	JSON bool   `name:"json" help:"Print the findings as a JSON list."`
}

func (c *verifyCmd) Help() string {
	return `Example:
  genvisa verify examples/bitfields/bitfields.visaasm

Prints every finding as file:line:col: error: message [RULE-ID]; the exit code is 1 when there is one.`
}

func (c *verifyCmd) Run(s streams) error {
	k, err := readVISA(s, c.In)
	if err != nil {
		return err
	}
	findings := verify.Kernel(k)
	if c.JSON {
		if findings == nil {
			findings = []verify.Finding{}
		}
		if err := json.NewEncoder(s.out).Encode(findings); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			fmt.Fprintln(s.err, f)
		}
		fmt.Fprintf(s.out, "%s: %d instructions, %d findings\n", c.In, len(k.Insts), len(findings))
	}
	if len(findings) > 0 {
		return errFindings
	}
	return nil
}
