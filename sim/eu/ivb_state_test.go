package eu

import (
	"fmt"
	"strconv"

	"github.com/genvisa/genvisa/sim/dispatch"
)

// dispatched reads a line about what the dispatcher gives a thread.
func (c *manualCase) dispatched(word string, fields []string) error {
	v := make([]uint64, len(fields))
	for i, f := range fields {
		var err error
		if v[i], err = strconv.ParseUint(f, 0, 64); err != nil {
			return err
		}
	}
	want := map[string]int{"cr1": 1, "n": 2, "tdr": 8, "halt": 1, "place": 8}[word]
	if len(v) != want {
		return fmt.Errorf("%d numbers: want %d", len(v), want)
	}
	b := &c.begin
	switch word {
	case "cr1":
		b.Exceptions = uint32(v[0])
	case "n":
		b.Notified = [2]uint32{uint32(v[0]), uint32(v[1])}
	case "tdr":
		for i := range v {
			b.Dependencies[i] = uint16(v[i])
		}
	case "halt":
		b.Halt = v[0]
	case "place":
		b.Place = dispatch.Location{
			Slice: uint8(v[0]), Subslice: uint8(v[1]), EU: uint8(v[2]), Thread: uint8(v[3]), FFID: uint8(v[4]), FFTID: uint8(v[5]), Priority: uint8(v[6]), High: v[7] != 0,
		}
	}
	return nil
}
