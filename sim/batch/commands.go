package batch

import (
	"encoding/binary"
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
)

// The first dword of a command: its client, and for those of the command streamer (client 0) an opcode (Broxton PRM vol. 2a,
// command reference).
const (
	clientShift = 29
	miShift     = 23
	miMask      = 0x3F
	miLong      = 0x10 // opcodes from here on have a length
	miNoop      = 0x00
	miEnd       = 0x0A // MI_BATCH_BUFFER_END
	headShift   = 16   // of other commands, what they are is above
	lengthBias  = 2    // dwords that a length leaves out
)

// passed are commands that change nothing which threads see: they wait, flush, choose a pipeline, or write registers of the
// command streamer. The value is the dwords of those without a length.
var passed = map[uint32]int{
	0x6904: 1, // PIPELINE_SELECT
	0x6104: 1, // of Gen4
	0x7A00: 0, // PIPE_CONTROL
}

// passedMI are the same of client 0, by opcode: MI_NOOP, MI_USER_INTERRUPT, MI_WAIT_FOR_EVENT, MI_FLUSH, MI_ARB_CHECK,
// MI_STORE_DATA_IMM, MI_LOAD_REGISTER_IMM, MI_STORE_REGISTER_MEM, MI_REPORT_PERF_COUNT.
var passedMI = map[uint32]bool{miNoop: true, 0x02: true, 0x03: true, 0x04: true, 0x05: true, 0x20: true, 0x22: true, 0x24: true, 0x28: true}

// command is one that stands in a batch.
type command struct {
	name   string // "" for one that is passed over
	dwords int
	end    bool
}

// heads are the commands of a target that a batch may have, by the upper half of their first dword.
func heads(t native.Target) map[uint32]string {
	out := map[uint32]string{}
	for _, l := range state.Structs(t) {
		if l.Class == "command" {
			o := l.New()
			out[binary.LittleEndian.Uint32(o.Encode())>>headShift] = l.Name
		}
	}
	return out
}

// parse is the command that begins with a dword.
func parse(names map[uint32]string, at uint64, first uint32) (c command, err error) {
	length := int(first&0xFF) + lengthBias
	if first>>clientShift == 0 {
		op := first >> miShift & miMask
		if op < miLong {
			length = 1
		}
		c = command{dwords: length, end: op == miEnd}
		if !c.end && !passedMI[op] {
			err = unknown(at, first)
		}
		return c, err
	}
	head := first >> headShift
	if name, ok := names[head]; ok {
		return command{name: name, dwords: length}, nil
	}
	n, ok := passed[head]
	if !ok {
		return c, unknown(at, first)
	}
	if n > 0 {
		length = n
	}
	return command{dwords: length}, nil
}

func unknown(at uint64, first uint32) error {
	return &Error{What: "batch", Address: at, Why: fmt.Sprintf("not modelled: command %08x: want those of genvisa state, and commands that wait or choose a pipeline", first), Unsupported: true}
}
