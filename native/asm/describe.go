package asm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// messageText names the message of a send with its fields and lengths; "" for
// all other instructions.
func messageText(t native.Target, in *native.Inst) string {
	if !in.Op.IsSend() {
		return ""
	}
	info, err := native.DecodeMessage(t, &in.Msg)
	var wrong *native.MessageError
	switch {
	case errors.As(err, &wrong):
		return info.Kind.String() + ", but " + wrong.Why
	case err != nil:
		return lengths(in)
	}
	var b strings.Builder
	b.WriteString(info.Kind.String())
	for _, f := range info.Kind.Fields(t) {
		fmt.Fprintf(&b, ", %s %d", strings.ToLower(f.String()), info.Field[f])
	}
	if l := lengths(in); l != "" {
		b.WriteString("; " + l)
	}
	return b.String()
}

// lengths are the registers of payload and response, where a descriptor says
// them.
func lengths(in *native.Inst) string {
	response, first, second := in.MessageGRFs()
	if isUnified(in) && !in.Msg.ExDescReg {
		second = in.Msg.ExDesc.Mlen()
	}
	if response < 0 || second < 0 {
		return ""
	}
	return fmt.Sprintf("sends %d+%d, receives %d", first, second, response)
}
