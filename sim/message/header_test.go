package message

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// Up to Gen8 a message on stateless memory with 32-bit addresses has a header.
func TestStatelessHeader(t *testing.T) {
	for target, needs := range map[native.Target]bool{native.HSW: true, native.BDW: true, native.SKL: false, native.TGL: false} {
		for _, c := range []struct {
			desc, mlen uint32
			refused    bool
		}{{255, 1, needs}, {253, 1, needs}, {255 | header, 2, false}, {254, 1, false}, {3, 1, false}} {
			var m Message
			src := places
			msg := native.Message{SFID: dc1, Desc: native.Desc(c.mlen<<25 | 1<<20 | untypedRead | simd8 | 0xE<<8 | c.desc)}
			err := Resolve(&m, target, &msg, &src, false)
			if !c.refused {
				assert.NoError(t, err, "%v %+v", target, c)
				continue
			}
			require.ErrorIs(t, err, errors.ErrUnsupported)
			assert.ErrorContains(t, err, "on stateless memory without a header on "+target.String())
		}
	}
}
