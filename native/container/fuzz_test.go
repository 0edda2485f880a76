package container

import (
	"bytes"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// FuzzOpen reads any bytes: parts lie in the file, names of kernels are found,
// and what is made of patch tokens is no more than a multiple of them.
func FuzzOpen(f *testing.F) {
	f.Add(sample(f, "saxpy.zebin"))
	f.Add(sample(f, "saxpy.ocloc.bin"))
	f.Add([]byte(arMagic + member("64.9.0.9", tokensOf(nil, environmentOf(), tok(tokenGlobal, 0, 5, 32, 8)))))
	f.Add(linked(rel(16, 1<<32|1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, target := range []native.Target{native.SKL, native.LKF} {
			file, err := Open("f", data, target)
			if err != nil {
				continue
			}
			if len(file.ZeInfo) > 64*len(data)+4096 {
				t.Errorf("%d bytes of metadata of a file of %d", len(file.ZeInfo), len(data))
			}
			for _, k := range file.Info.Kernels {
				if code, err := file.Kernel(k.Name); err != nil || len(code.Code) > len(data) {
					t.Errorf("kernel %s: %v", k.Name, err)
				}
			}
			if link := file.Link(); link.Check() == nil {
				for i := range file.Kernels {
					if n := len(link.Reached(abi.TextSection(file.Kernels[i].Name))); n >= len(file.Kernels) {
						t.Errorf("kernel %s reaches %d sections of %d", file.Kernels[i].Name, n, len(file.Kernels))
					}
				}
			}
			for _, s := range file.Sections {
				if s.Offset < 0 || s.Size < 0 || s.Offset > len(data) || s.Size > len(data)-s.Offset {
					t.Errorf("section %+v of a file of %d bytes", s, len(data))
				}
			}
		}
	})
}

// FuzzTokens is FuzzOpen of the tokens of a kernel and of a program alone.
func FuzzTokens(f *testing.F) {
	f.Add([]byte{}, tok(tokenParameter, 1, 3, 60, 4, 12))
	f.Add(append(tok(tokenConstantData, 0, 4), "abcd"...), tok(tokenImage, 1, 4, 7, 0, 0, 1, 0))
	f.Add(tok(tokenConstPointer, 0, 0, 0, 1, 0), append(tok(tokenSamplers, 16, 1, 0), tok(tokenSampler, 1, 1, 16)...))
	f.Fuzz(func(t *testing.T, program, kernel []byte) {
		if file, err := Open("f", tokensOf(program, environmentOf(), kernel), native.SKL); err == nil && len(file.Info.Kernels) != 1 {
			t.Errorf("%d kernels", len(file.Info.Kernels))
		}
	})
}

// FuzzMembers is FuzzOpen of the list of an archive: what the members take of the
// file lies in it, in order and without overlap, with the name that is asked for.
func FuzzMembers(f *testing.F) {
	f.Add([]byte(arMagic + member("pad_0", make([]byte, 8)) + member("64.9.0.9", []byte("CTNI")) + member("64.9.3.0", []byte("odd"))))
	f.Add([]byte(arMagic + member("", nil) + member("64.9.1", []byte("\x7fELF")) + member("64.11.1.0", nil)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !IsArchive(data) {
			data = append([]byte(arMagic), data...)
		}
		members, err := Members("f", data)
		if err != nil {
			return
		}
		end := len(arMagic)
		for i := range members {
			m := &members[i]
			if m.Offset < end+arHeader || m.Offset+len(m.Data) > len(data) {
				t.Errorf("member %q of %d bytes at %d of %d: the one before it ends at %d", m.Name, len(m.Data), m.Offset, len(data), end)
			}
			end = m.Offset + len(m.Data)
			if file, err := m.open("f"); err == nil && m.Known() && file.For(m.Target()) && file.Targets[0] != m.Target() {
				t.Errorf("member %q: %v", m.Name, file.Targets)
			}
		}
	})
}

// FuzzReplace gives the kernels of any file more code: what comes out is a container of
// that code, or there is an error.
func FuzzReplace(f *testing.F) {
	f.Add(sample(f, "saxpy.zebin"), uint8(1))
	f.Add(sample(f, "saxpy.ocloc.bin"), uint8(3))
	f.Add(calls(f), uint8(2))
	f.Add(debugged(f), uint8(1))
	f.Add([]byte(arMagic+member("64.9.0.9", tokensOf(nil, environmentOf()))), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, more uint8) {
		file, err := Open("f", data, native.SKL)
		if err != nil || !file.For(native.SKL) {
			return
		}
		var edits []Edit
		for i := range file.Kernels {
			edits = append(edits, behind(t, file, &file.Kernels[i], native.SKL, int(more)))
		}
		out, _, err := Replace("f", data, native.SKL, edits)
		if err != nil {
			return
		}
		got, err := Open("f", out, native.SKL)
		if err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
		for i := range edits {
			if !bytes.Equal(got.Kernels[i].Code, edits[i].Code) {
				t.Errorf("kernel %s: %d bytes of code, %d were written", edits[i].Kernel, len(got.Kernels[i].Code), len(edits[i].Code))
			}
		}
	})
}
