package run

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit"
)

// Native code of each target: decoded, encoded, printed, assembled, checked for
// restrictions and hazards, loaded and run. Each has its own seeds and finds.
func FuzzNativeIVB(f *testing.F) { fuzzNative(f, native.IVB, "gen75") }
func FuzzNativeHSW(f *testing.F) { fuzzNative(f, native.HSW, "gen75") }
func FuzzNativeBDW(f *testing.F) { fuzzNative(f, native.BDW, "gen8", "corpus/bdw") }
func FuzzNativeSKL(f *testing.F) { fuzzNative(f, native.SKL, "gen9", "corpus/skl") }
func FuzzNativeBXT(f *testing.F) { fuzzNative(f, native.BXT, "gen9", "corpus/bxt") }
func FuzzNativeCNL(f *testing.F) { fuzzNative(f, native.CNL, "gen10") }
func FuzzNativeICL(f *testing.F) { fuzzNative(f, native.ICL, "gen11") }
func FuzzNativeLKF(f *testing.F) { fuzzNative(f, native.LKF, "gen11", "corpus/lkf") }
func FuzzNativeTGL(f *testing.F) { fuzzNative(f, native.TGL, "gen12", "corpus/tgllp") }

// nativeCase is the longest code of a case in bytes: what real kernels have, and
// little enough for hundreds of cases a second.
const nativeCase = 1 << 13

// wholeInst is the bytes of an instruction that is not compacted.
const wholeInst = 16

// fuzzNative has the words of a family's golden file and real code as seeds; the
// second argument mutates it by instructions.
func fuzzNative(f *testing.F, target native.Target, golden string, dirs ...string) {
	for i, code := range nativeSeeds(f, target, golden, dirs) {
		f.Add(code, uint64(0))
		f.Add(code, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, code []byte, seed uint64) {
		if len(code) > nativeCase {
			return
		}
		code, err := mutateCode(target, code, seed)
		if err != nil {
			t.Fatal(err)
		}
		bounded(t, func() {
			if err := tryNative(target, code, seed); err != nil {
				t.Errorf("%v\n%x", err, code)
			}
		})
	})
}

// nativeSeeds are the words of a golden file that the target has, and the target's
// code of drivers and of the corpus, of which one file of eight unless the corpus is
// not beside the repository: then what the repository has.
func nativeSeeds(f testing.TB, target native.Target, golden string, dirs []string) (out [][]byte) {
	text, err := os.ReadFile(filepath.Join(corpus.Root(), "native", "testdata", golden+".golden"))
	if err != nil {
		f.Fatal(err)
	}
	var words []byte
	for line := range strings.Lines(string(text)) {
		number, _, _ := strings.Cut(line, " ")
		word, err := hex.DecodeString(number)
		if err != nil {
			continue // a comment
		}
		slices.Reverse(word)
		if _, _, err := native.Decode(target, word); err == nil {
			words = append(words, word...)
		}
	}
	for part := range slices.Chunk(words, 1024) {
		out = append(out, part)
	}
	for _, d := range append(dirs, "shipped/"+target.String()) {
		root, step := filepath.Dir(corpus.Subset()), 1
		if full, ok := corpus.Full(); ok {
			root, step = filepath.Dir(full), 8
		}
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(d), "*.dat"))
		if err != nil {
			f.Fatal(err)
		}
		if !strings.HasPrefix(d, "corpus") {
			step = 1
		}
		for i := 0; i < len(files); i += step {
			code, err := os.ReadFile(files[i])
			if err != nil {
				f.Fatal(err)
			}
			if len(code) <= nativeCase {
				out = append(out, code)
			}
		}
	}
	return out
}

// mutateCode changes up to six instructions, each in place and to the same length. What a change makes undecodable stays in one case of eight,
// so that most cases get behind the decoder. Seed 0 changes nothing. The error is a
// refusal to decode that names no place.
func mutateCode(target native.Target, code []byte, seed uint64) ([]byte, error) {
	if seed == 0 || len(code) == 0 {
		return code, nil
	}
	r := rand.New(rand.NewPCG(seed, 11))
	bad := bytes.Clone(code)
	_, at, err := native.DecodeAll(target, code)
	if err != nil || len(at) == 0 {
		bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		return bad, nil
	}
	at = append(at, len(code))
	for range 1 + r.IntN(6) {
		i, j := r.IntN(len(at)-1), r.IntN(len(at)-1)
		word := bad[at[i]:at[i+1]]
		was := bytes.Clone(word)
		change(r, word, bad[at[j]:at[j+1]])
		_, n, err := native.Decode(target, bad[at[i]:])
		if err != nil && !is[*native.DecodeError](err) {
			return nil, fmt.Errorf("decoding: %T %w", err, err)
		}
		if (err != nil || n != len(word)) && r.IntN(8) > 0 {
			copy(word, was)
		}
	}
	if r.IntN(16) == 0 {
		bad = bad[:at[r.IntN(len(at))]]
	}
	return bad, nil
}

// change puts another instruction in the place of one, or some bits of it that follow each
// other, as fields do; or flips bits.
func change(r *rand.Rand, word, other []byte) {
	same := len(other) == len(word)
	switch n := r.IntN(8); {
	case n == 0 && same:
		copy(word, other)
	case n < 4 && same:
		from := r.IntN(8 * len(word))
		for bit := from; bit < min(from+1+r.IntN(12), 8*len(word)); bit++ {
			word[bit/8] = word[bit/8]&^(1<<(bit%8)) | other[bit/8]&(1<<(bit%8))
		}
	case n == 4:
		word[r.IntN(len(word))] = byte(r.Uint32())
	default:
		for range 1 + r.IntN(3) {
			word[r.IntN(len(word))] ^= 1 << r.IntN(8)
		}
	}
}

// tryNative says what is wrong with how the toolchain takes native code; code that it
// refuses in the right way is fine.
func tryNative(target native.Target, code []byte, seed uint64) error {
	if err := tryCodeText(target, code); err != nil {
		return err
	}
	insts, offsets, err := native.DecodeAll(target, code)
	if err != nil {
		var at *native.DecodeError
		if !errors.As(err, &at) || at.Offset < 0 || at.Offset > len(code) {
			return fmt.Errorf("decoding: no offset in %T %w", err, err)
		}
		return nil
	}
	for i := range insts {
		if err := tryInst(target, &insts[i], code[offsets[i]:]); err != nil {
			return fmt.Errorf("%#x: %w", offsets[i], err)
		}
	}
	native.Check(target, insts)
	found, err := hazard.Check(target, insts, offsets)
	if err != nil && !is[*flow.InstError](err) {
		return fmt.Errorf("hazards: %T %w", err, err)
	}
	if err == nil {
		for _, f := range found.Findings {
			_ = f.String()
		}
	}
	p, err := loadRest(target, insts)
	if p == nil {
		return err
	}
	return tryProgram(eu.New(p), seed)
}

// refusedAt is the place of the instruction that an error of loading names.
var refusedAt = regexp.MustCompile(`ip (0x[0-9a-f]+): `)

// loadRest loads code with nop for what the EU model refuses, since one instruction of
// hundreds would keep all others from running; nil when too much is refused. An error
// of loading must name an instruction.
func loadRest(target native.Target, insts []native.Inst) (*code.Program, error) {
	at := map[string]int{}
	ip := 0
	for i := range insts {
		at[fmt.Sprintf("%#05x", ip)] = i
		if ip += wholeInst; insts[i].Compact {
			ip -= wholeInst / 2
		}
	}
	for range 64 {
		p, err := code.LoadInsts("f", target, insts)
		if err == nil && len(p.Stops) == 0 {
			return p, nil
		}
		var places []string
		if err == nil {
			for _, s := range p.Stops {
				places = append(places, fmt.Sprintf("%#05x", s.Err.IP))
			}
		} else if place := refusedAt.FindStringSubmatch(err.Error()); place != nil {
			places = place[1:]
		} else {
			return nil, fmt.Errorf("loading: no place in %w", err)
		}
		for _, place := range places {
			i, ok := at[place]
			if !ok || insts[i].Op == native.OpNop {
				return nil, fmt.Errorf("loading: no instruction is at %s: %w", place, err)
			}
			insts[i] = native.Inst{Op: native.OpNop, Compact: insts[i].Compact}
		}
	}
	return nil, nil
}

// tryCodeText holds that code comes back from its text, where words that are no
// instructions stand as numbers.
func tryCodeText(target native.Target, code []byte) error {
	var text bytes.Buffer
	if err := nasm.Disassemble(&text, target, code, nasm.Options{Raw: true}); err != nil {
		if at := new(native.DecodeError); errors.As(err, &at) && at.Offset > len(code)-wholeInst {
			return nil // half an instruction at the end, which has no text
		}
		return fmt.Errorf("printing: %w", err)
	}
	again, err := nasm.Assemble("f", target, bytes.NewReader(text.Bytes()))
	if err != nil || !bytes.Equal(again, code) {
		return fmt.Errorf("assembled again: %x, %w\n%s", again, err, text.Bytes())
	}
	return nil
}

// tryInst encodes an instruction, which must give the bytes that it was decoded from (or
// of tables of compaction with equal rows the first), and decodes its message.
func tryInst(target native.Target, in *native.Inst, from []byte) error {
	b, err := native.Encode(target, in)
	if err != nil {
		return fmt.Errorf("encoding: %w", err)
	}
	if again, _, err := native.Decode(target, b); !bytes.HasPrefix(from, b) && (!in.Compact || err != nil || !reflect.DeepEqual(&again, in)) {
		return fmt.Errorf("encoded again: %x, %v", b, err)
	}
	if !in.Op.IsSend() {
		return nil
	}
	_, err = native.DecodeMessage(target, &in.Msg)
	if err != nil && !is[*native.MessageError](err) && !is[*native.UnknownMessageError](err) {
		return fmt.Errorf("message: %T %w", err, err)
	}
	return nil
}

// tryProgram runs a program as it is, compiled for the host, and instruction by instruction with
// hazards that stop it: unless one does, all must end in the same way with the same
// memory.
func tryProgram(p *eu.Program, seed uint64) error {
	memory, end, err := runAnyway(nil, p, seed)
	if err != nil {
		return err
	}
	compiled, end2, err := runAnyway(nil, jit.Every(p), seed)
	switch {
	case err != nil:
		return err
	case fmt.Sprint(end) != fmt.Sprint(end2):
		return fmt.Errorf("ended with %v, and when compiled for the host with %v", end, end2)
	case !bytes.Equal(memory, compiled):
		return errors.New("memory differs when compiled for the host")
	}
	again, otherEnd, err := runAnyway(nil, p.Hazards(), seed)
	switch {
	case err != nil:
		return err
	case is[*eu.HazardError](otherEnd):
		return nil
	case fmt.Sprint(end) != fmt.Sprint(otherEnd):
		return fmt.Errorf("ended with %v, and when each instruction is looked at with %v", end, otherEnd)
	case !bytes.Equal(memory, again):
		return errors.New("memory differs when each instruction is looked at")
	}
	return nil
}
