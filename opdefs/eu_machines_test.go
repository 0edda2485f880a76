package opdefs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	machineRow   = "| x-gt2 | skl | 1 | 3 | 8 | 7 | 16 | 64 | 3 | 1 | 16 | 4 | multi | 4 | - | 2048 | s |\n"
	bankRow      = "| multi | 192 | 96 | 128 | 64 | yes | s |\n"
	partitionRow = "| multi | slm1 | 64 | 32 | 96 | 0 | 0 | s |\n"
)

// head is the title and the head of a table.
func head(title string, columns []string) string {
	return "## " + title + "\n\n| " + strings.Join(columns, " | ") + " |\n|" + strings.Repeat(" --- |", len(columns)) + "\n"
}

// machinePage is a page of the three tables; rows begin in lines 5, 11 and so on.
func machinePage(machines, banks, partitions string) string {
	return head("Machines", machineColumns) + machines + "\n" + head("Banks", bankColumns) + banks + "\n" + head("Partitions", partitionColumns) + partitions
}

// TestMachines: what rows say, and each error of one.
func TestMachines(t *testing.T) {
	machine := func(old, now string) string {
		return machinePage(strings.Replace(machineRow, old, now, 1), bankRow, partitionRow)
	}
	bank := func(old, now string) string {
		return machinePage(machineRow, strings.Replace(bankRow, old, now, 1), partitionRow)
	}
	partition := func(old, now string) string {
		return machinePage(machineRow, bankRow, strings.Replace(partitionRow, old, now, 1))
	}
	const bxt = "1 | 3 | 6 | 6 | 16 | 64 | 2 | 1 | 16 | 4 | multi | 2 | "
	for _, c := range []struct{ page, want string }{
		{machine("", ""), ""},
		{machine("| 7 | 16", "| 0 | 16"), `t.md:5:29: error: threads "0": want 1 to 16`},
		{machine("x-gt2", "X"), `t.md:5:3: error: machine "X": want lower-case letters, digits and hyphens`},
		{machine("| s |", "|  |"), "t.md:5:3: error: machine x-gt2: want a source, or the word estimate and what it is like"},
		{machine("skl", "sky"), `t.md:5:3: error: machine x-gt2 is of product "sky", which the table of products does not have`},
		{machine("| 3 | 8 |", "| 4 | 8 |"), "t.md:5:3: error: machine x-gt2: 32 EUs of 7 threads: the largest skl has 24 of 7"},
		{machine("| 7 | 16", "| 8 | 16"), "t.md:5:3: error: machine x-gt2: 24 EUs of 8 threads: the largest skl has 24 of 7"},
		{machine("multi", "mulit"), `t.md:5:3: error: machine x-gt2: L3 "mulit": want a row of Banks, or -`},
		{machine("| 64 |", "| 63 |"), "t.md:5:3: error: machine x-gt2: SLM 63: want a power of two"},
		{machine("| 64 | 3 | 1 |", "| 2 | 3 | 4 |"), "t.md:5:3: error: machine x-gt2: a unit of 4 KB in blocks of 2"},
		{machine("| 64 | 3 | 1 |", "| 64 | 4 | 1 |"), "t.md:5:3: error: machine x-gt2: 4 blocks of local memory for 3 subslices"},
		{machine("| 4 | - |", "| 4 | 7 |"), "t.md:5:3: error: machine x-gt2: pools of 1 slices of 3 subslices of 8 EUs: want 1 of 3 of 6"},
		{machine("1 | 3 | 8 | 7 | 16 | 64 | 3 | 1 | 16 | 4 | multi | 4 | -", bxt+"08777000h"), "t.md:5:3: error: machine x-gt2: pools 0x8777000: want bits of EUs alone, 0x77 of each of 3 bytes"},
		{machinePage(machineRow+machineRow, bankRow, partitionRow), "t.md:6:3: error: machine x-gt2 is there already"},
		{bank("96", "90"), "t.md:11:3: error: bank multi: 192 KB in 90 ways: want whole lines of 64 bytes in a way"},
		{bank("yes", "maybe"), `t.md:11:33: error: SLM "maybe": want no or yes`},
		{bank("yes", "no"), "t.md:17:3: error: config slm1 of bank multi: local memory does not lie in such a bank"},
		{machinePage(machineRow, bankRow+bankRow, partitionRow), "t.md:12:3: error: bank multi is there already"},
		{machinePage(machineRow, bankRow+strings.Replace(bankRow, "multi", "other", 1), partitionRow), "t.md:12:3: error: bank other has no row of Partitions"},
		{partition("multi", "mulit"), `t.md:17:3: error: config slm1 of bank "mulit": want a row of Banks`},
		{partition("32", "48"), "t.md:17:3: error: config slm1 of bank multi: 208 KB together, and a bank has 192"},
		{partition("64 | 32 | 96", "0 | 32 | 160"), "t.md:17:3: error: config slm1 of bank multi: 160 KB of cache, and a bank has 128"},
		{partition("32 | 96 | 0", "32 | 64 | 32"), "t.md:17:3: error: config slm1 of bank multi: cache for all clients and for some: want one of them"},
		{partition("96", "95"), "t.md:17:3: error: config slm1 of bank multi: 95 KB: want whole ways of 2"},
		{machinePage(machineRow, bankRow, partitionRow+partitionRow), "t.md:18:3: error: config slm1 of bank multi is there already"},
	} {
		var p euParser
		p.page("t.md", []byte(c.page))
		p.eu.Products = []Product{{Name: "skl", EUs: 24, Threads: 7}}
		if len(p.errs) == 0 {
			checkMachines(&p.eu, &p.errs)
		}
		if c.want != "" {
			assert.ErrorContains(t, p.errs.err(), c.want)
			continue
		}
		assert.NoError(t, p.errs.err())
		assert.Equal(t, []Machine{{
			Pos: Pos{"t.md", 5, 3}, Name: "x-gt2", Product: "skl", Slices: 1, Subslices: 3, EUs: 8, Threads: 7, Barriers: 16,
			SLM: 64, Blocks: 3, Unit: 1, SLMBanks: 16, Width: 4, L3: "multi", L3Banks: 4, Image: 2048, Source: "s",
		}}, p.eu.Machines)
		assert.Equal(t, []L3Bank{{Pos: Pos{"t.md", 11, 3}, Name: "multi", KB: 192, Ways: 96, Cache: 128, Line: 64, SLM: true, Source: "s"}}, p.eu.L3Banks)
		assert.Equal(t, []L3Partition{{Pos: Pos{"t.md", 17, 3}, Bank: "multi", Config: "slm1", SLM: 64, URB: 32, Rest: 96, Source: "s"}}, p.eu.Partitions)
	}
}
