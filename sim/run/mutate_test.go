package run

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

// token finds the words, numbers and marks of a line of vISA text.
var token = regexp.MustCompile(`"[^"]*"|[%A-Za-z_][A-Za-z0-9_]*|0x[0-9a-fA-F]+|[0-9]+|\S`)

// oddNumbers are values at and past the limits of some field.
var oddNumbers = []string{
	"0", "1", "2", "3", "7", "8", "12", "16", "31", "32", "33", "63", "64", "127", "128", "240", "250", "255", "256",
	"4095", "4096", "32767", "65535", "65536", "2147483647", "2147483648", "4294967295", "18446744073709551615",
	"0x7f800001", "0x8000000000000000", "1.5", "-1",
}

// families are words of which one stands where another may stand.
var families = [][]string{
	{"ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "hf", "df", "v", "uv", "vf", "bool"},
	{"M1", "M1_NM", "M2", "M3_NM", "M4", "M5", "M5_NM", "M6", "M7", "M8", "M8_NM", "NoMask"},
	{"byte", "word", "dword", "qword", "oword", "GRF", "GRFx2", "hword", "wordx32", "wordx64"},
	{"G", "A", "P", "S", "T"},
	{"R", "sat", "any", "all", "lt", "eq", "ne", "64", "1", "x"},
	{"T6", "T7", "%slm", "%bss", "%scratch", "T1"},
	{"%null", "%r0", "%arg", "%cr0", "%tsc", "%thread_x", "%sr0", "%sp"},
	{"abs", "~", "-"},
	{"add", "mov", "mul", "mad", "sel", "cmp", "shl", "asr", "min", "and", "not", "bfe", "bfi", "lzd", "cbit", "fbh",
		"addc", "subb", "mulh", "div", "mod", "inv", "sqrt", "exp", "rndd", "frc", "pow", "setp", "movs", "addr_add",
		"gather_scaled", "scatter_scaled", "gather4_scaled", "scatter4_scaled", "oword_ld", "oword_st", "media_ld",
		"svm_gather", "svm_scatter", "svm_block_ld", "svm_block_st", "dword_atomic", "svm_atomic", "goto", "jmp", "ret",
		"barrier", "fence_global", "lifetime.start", "switchjmp", "call"},
}

// words are the tokens that a text's own mutations choose from, by class.
type words struct{ idents, numbers []string }

func wordsOf(lines []string) (w words) {
	for _, l := range lines {
		for _, s := range token.FindAllString(l, -1) {
			switch c := s[0]; {
			case c >= '0' && c <= '9':
				w.numbers = append(w.numbers, s)
			case c == '%' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
				w.idents = append(w.idents, s)
			}
		}
	}
	w.idents, w.numbers = append(w.idents, "V0032"), append(w.numbers, "1")
	return w
}

// mutateText changes a few tokens and lines of a vISA text, the same ones for
// the same seed; seed 0 changes nothing. Random bytes seldom parse: this gets
// behind the parser.
func mutateText(src []byte, seed uint64) []byte {
	if seed == 0 {
		return src
	}
	r := rand.New(rand.NewPCG(seed, 7))
	lines := strings.Split(string(src), "\n")
	w := wordsOf(lines)
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(12) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i], lines[j] = lines[j], lines[i]
		case 2:
			lines[i] += "\n" + lines[j]
		default:
			lines[i] = mutateLine(r, lines[i], &w)
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

func mutateLine(r *rand.Rand, line string, w *words) string {
	at := token.FindAllStringIndex(line, -1)
	if len(at) == 0 {
		return line
	}
	p := at[r.IntN(len(at))]
	return line[:p[0]] + replacement(r, line[p[0]:p[1]], w) + line[p[1]:]
}

func replacement(r *rand.Rand, old string, w *words) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	if old[0] >= '0' && old[0] <= '9' {
		if r.IntN(2) == 0 {
			return pick(w.numbers)
		}
		return pick(oddNumbers)
	}
	for _, f := range families {
		for _, s := range f {
			if s == old && r.IntN(4) > 0 {
				return pick(f)
			}
		}
	}
	if len(old) == 1 {
		return pick([]string{"", "(", ")", "<", ">", ";", ",", "!", "-", ":", "&", "."})
	}
	return pick(w.idents)
}
