package batch

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Code is the instructions of a kernel at the start of bytes that hold more: up to an end of thread that no branch from
// before leads past, or the return of a routine behind it. The error is *Error.
func Code(t native.Target, at uint64, b []byte) ([]byte, error) {
	codec := native.NewCodec(t)
	far, ends := 0, false
	for off := 0; off < len(b); {
		in, n, err := codec.Decode(b[off:])
		if err != nil {
			return nil, &Error{What: "kernel", Address: at + uint64(off), Why: err.Error()}
		}
		if in.Op.IsBranch() {
			far = max(far, off+int(in.JIP), off+int(in.UIP))
		}
		ends = ends || in.Msg.EOT
		if off += n; off > far && ends && (in.Msg.EOT || in.Op == native.OpRet) {
			return b[:off], nil
		}
	}
	return nil, &Error{What: "kernel", Address: at, Why: fmt.Sprintf("no message with EOT ends the %d bytes of memory from there on", len(b))}
}
