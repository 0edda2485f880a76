package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/quote"
)

// jsonReply is what --json promises: one object on standard output, with ok and,
// when something went wrong, error, however far the command came.
type jsonReply struct {
	wanted bool
	given  bool
}

// wantsJSON looks for --json among the arguments: a wrong command line is
// answered in JSON too.
func wantsJSON(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return a == "--json" || a == "--json=true" })
}

// reply prints the fields of v, a struct, after ok and the error. ok says that
// there is nothing to report: no error, no finding, no mismatch.
func (s streams) reply(ok bool, err error, v any) error {
	s.json.given = true
	head := struct {
		OK    bool   `json:"ok"`
		Error string `json:"error,omitempty"`
	}{OK: ok && err == nil}
	if err != nil && messageOf(err) != "" {
		head.Error = messageOf(err)
	}
	text, jerr := json.Marshal(head)
	if jerr != nil {
		return jerr
	}
	if v != nil {
		body, jerr := json.Marshal(v)
		if jerr != nil {
			return jerr
		}
		if body = bytes.TrimPrefix(body, []byte("{")); len(body) > 1 {
			text = append(append(text[:len(text)-1], ','), body...)
		}
	}
	s.out.Write(append(quote.JSON(text), '\n')) // doMain sees an error of standard output
	return nil
}

// messageOf is the text of an error without the mark of findings, which have
// been shown.
func messageOf(err error) string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		for _, e := range joined.Unwrap() {
			if m := messageOf(e); m != "" {
				lines = append(lines, m)
			}
		}
		return strings.Join(lines, "\n")
	}
	switch {
	case errors.Is(err, errFindings):
		return ""
	case errors.Is(err, context.Canceled):
		return strings.Replace(err.Error(), context.Canceled.Error(), "interrupted", 1)
	}
	return err.Error()
}
