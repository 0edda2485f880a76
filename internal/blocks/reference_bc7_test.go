package blocks

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// bptcTables are the rows of testdata/partitions.txt: digits of 16 texels, then anchors.
var bptcTables = sync.OnceValue(func() (rows [][]string) {
	src, err := os.ReadFile("testdata/partitions.txt")
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(string(src), "\n")[1:] {
		if line != "" {
			rows = append(rows, strings.Fields(line))
		}
	}
	return rows
})

// refBC7 reads a block of BC7 as a stream of digits, from the lowest on.
func refBC7(b []byte) [][4]float64 {
	s := bitText(b, false)
	take := func(n int) string {
		v := s[len(s)-n:]
		s = s[:len(s)-n]
		return v
	}
	number := func(n int) int {
		if n == 0 {
			return 0
		}
		return bitField(take(n), n-1, 0)
	}
	mode := 0
	for take(1) == "0" {
		if mode++; mode == 8 {
			return make([][4]float64, 16)
		}
	}
	// NS PB RB ISB CB AB EPB SPB IB IB2, a column of the document's table each.
	m := [10]int{}
	for i, column := range []string{"32321112", "46660006", "00002200", "00001000", "46575775", "00006875", "10010011", "01000000", "33222242", "00003200"} {
		m[i] = int(column[mode] - '0')
	}
	partition, rotation, swap := number(m[1]), number(m[2]), number(m[3])
	ends := make([][4]string, 2*m[0])
	for c := range 4 {
		width := m[4]
		if c == 3 {
			width = m[5]
		}
		for e := range ends {
			ends[e][c] = take(width)
		}
	}
	for e := range ends {
		p := ""
		if m[6] == 1 || m[7] == 1 && e%2 == 0 {
			p = take(1)
		} else if m[7] == 1 {
			p = ends[e-1][0][len(ends[e-1][0])-1:]
		}
		for c := range 4 {
			ends[e][c] += p
		}
	}
	row := []string{strings.Repeat("0", 16)}
	if m[0] > 1 {
		row = bptcTables()[64*(m[0]-2)+partition]
	}
	first := refWeights(m[8], row, number)
	second := first
	if m[9] > 0 {
		second = refWeights(m[9], row, number)
	}
	if swap == 1 {
		first, second = second, first
	}
	out := make([][4]float64, 16)
	for t := range out {
		e := 2 * int(row[0][t]-'0')
		for c := range 4 {
			w := first[t]
			if c == 3 {
				w = second[t]
			}
			a, b := 255.0, 255.0
			if c < 3 || m[5] > 0 {
				a, b = eight(ends[e][c]), eight(ends[e+1][c])
			}
			out[t][c] = math.Floor(((64-w)*a+w*b+32)/64) / 255
		}
		if rotation > 0 {
			out[t][3], out[t][rotation-1] = out[t][rotation-1], out[t][3]
		}
	}
	return out
}

// refWeights reads an index of n bits for each texel, of one bit less for anchors, and gives its weight.
func refWeights(n int, row []string, number func(int) int) (out [16]float64) {
	weights := strings.Split([]string{2: "0 21 43 64", 3: "0 9 18 27 37 46 55 64", 4: "0 4 9 13 17 21 26 30 34 38 43 47 51 55 60 64"}[n], " ")
	for t := range out {
		width := n
		if t == 0 || slices.Contains(row[1:], strconv.Itoa(t)) {
			width--
		}
		w, err := strconv.Atoi(weights[number(width)])
		if err != nil {
			panic(err)
		}
		out[t] = float64(w)
	}
	return out
}
