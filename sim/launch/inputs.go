package launch

import (
	"encoding/hex"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/abi"
)

// grfBytes is the size of a register of the payload.
const grfBytes = abi.GRFSize

// maxInputThreads is the most threads that a launch with inputs may have: those
// of one group of 1024 work items at SIMD8.
const maxInputThreads = 128

// maxInputBuffers is the number of binding table indices that are free for
// surfaces; those from 240 on are reserved.
const maxInputBuffers = fixed.SurfaceReserved

// Input is one entry of the launch's inputs: bytes for a .input variable, of all
// threads or of each in turn.
type Input struct {
	Name string
	Data []byte
}

// InputPart is the key by which the place of an input goes.
func InputPart(name string) string { return "inputs." + name }

func (l *Launch) parseInputs(n node) ([]Input, error) {
	fields, err := n.fields()
	if err != nil {
		return nil, err
	}
	out := []Input{}
	for _, f := range fields {
		data, err := hex.DecodeString(f.val.text())
		if err != nil || len(data) == 0 {
			return nil, f.val.want("hexadecimal bytes such as \"00112233\"")
		}
		l.parts[InputPart(f.key)] = f.at
		out = append(out, Input{f.key, data})
	}
	return out, nil
}
