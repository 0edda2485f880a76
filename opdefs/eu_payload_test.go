package opdefs

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	// payloadMessage is a message M with the fields that payloads of the tests name.
	payloadMessage = "## Messages g (skl..)\n\n| message | sfid | match | fields | extended | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | wide 6 | far 14:12 | 1 | 0 | dword |\n\n## Words Head\n\n| field | dword | bits | meaning |\n| --- | --- | --- | --- |\n| Flag | 0 | 11 | |\n\n"
	payloadTab     = payloadMessage + "## Payload M (skl)\n\n| part | when | registers | meaning |\n| --- | --- | --- | --- |\n"
)

// TestPayloadErrors: what tables of payloads refuse, with line and column.
func TestPayloadErrors(t *testing.T) {
	for _, c := range []badPage{
		{"title", payloadMessage + "## Payload M\n\n| part | when | registers | meaning |\n| --- | --- | --- | --- |\n| A | | 1 | |\n", `section title "Payload M": want a name and (…)`},
		{"part", payloadTab + "| 1 | | 1 | |\n", `t.md:17:3: error: part "1": want a letter, then letters, digits and _`},
		{"condition", payloadTab + "| A | wide = 1 | 1 | |\n", `t.md:17:7: error: field "wide = 1": want a letter, then letters, digits and _`},
		{"entry", payloadTab + "| A | Head. | 1 | |\n", `t.md:17:7: error: field "": want a letter, then letters, digits and _`},
		{"formula", payloadTab + "| A | | narrow | |\n", `formula "narrow": the message has no field narrow: want mlen, rlen, header, wide or far`},
		{"no message", "## Payload N (skl)\n\n| part | when | registers | meaning |\n| --- | --- | --- | --- |\n| A | | 1 | |\n", `payload of N: no section Messages before has it on all of these targets`},
		{"targets", payloadMessage + "## Payload M (bdw, skl)\n\n| part | when | registers | meaning |\n| --- | --- | --- | --- |\n| A | | 1 | |\n", `payload of M: no section Messages before has it on all of these targets`},
		{"twice", payloadTab + "| A | | 1 | |\n\n## Payload M (skl..)\n\n| part | when | registers | meaning |\n| --- | --- | --- | --- |\n| A | | 1 | |\n", `payload of M is already at line 13 for the same target`},
		{"part twice", payloadTab + "| A | | 1 | |\n| A | | 1 | |\n", `part A of M stands twice`},
		{"field", payloadTab + "| A | no narrow | 1 | |\n", `part A: message M at line 5 has no field narrow`},
		{"header", payloadTab + "| A | Head.Other | 1 | |\n", `part A: no section Words Head has a field Other`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p euParser
			p.page("t.md", []byte(c.page))
			checkPayloads(&p.eu, &p.errs)
			require.Error(t, p.errs.err())
			assert.Contains(t, p.errs.err().Error(), c.want)
		})
	}
}

// TestPayloads: conditions are on fields of both descriptors and of the header, all of which must hold.
func TestPayloads(t *testing.T) {
	var p euParser
	p.page("t.md", []byte(payloadTab+"| A | header | 1 | m |\n| B | no wide, far, Head.Flag | wide * 2 | |\n"))
	checkPayloads(&p.eu, &p.errs)
	require.NoError(t, p.errs.err())
	require.Len(t, p.eu.Payloads, 1)
	l := p.eu.Payloads[0]
	assert.Equal(t, "M", l.Message)
	assert.Equal(t, []PayloadCond{{Field: "header"}}, l.Parts[0].When)
	assert.Equal(t, "m", l.Parts[0].Meaning)
	assert.Equal(t, []PayloadCond{{Not: true, Field: "wide"}, {Field: "far"}, {Header: "Head", Entry: "Flag"}}, l.Parts[1].When)
	assert.Equal(t, []string{"wide"}, l.Parts[1].Registers.fields(nil))
	require.Len(t, p.eu.Messages, 1)
	assert.Equal(t, []DescField{{Name: "far", Bits: Range{Lo: 12, Width: 3}}}, p.eu.Messages[0].Extended)
}

// TestEnds: whether a message ends its thread is one of two words, or nothing.
func TestEnds(t *testing.T) {
	const tab = "## Effects\n\n| message | does | memory | ends |\n| --- | --- | --- | --- |\n"
	var p euParser
	p.page("t.md", []byte(tab+"| A | end | none | must |\n| B | write | urb | may |\n| C | none | none | |\n"))
	require.NoError(t, p.errs.err())
	assert.Equal(t, []string{"must", "may", ""}, []string{p.eu.Effects[0].Ends, p.eu.Effects[1].Ends, p.eu.Effects[2].Ends})
	p = euParser{}
	p.page("t.md", []byte(tab+"| A | end | none | always |\n"))
	require.Error(t, p.errs.err())
	assert.Contains(t, p.errs.err().Error(), `t.md:5:20: error: ends "always": want must or may`)
}

// TestExtendedFields: a field of the extended descriptor shares no bits with those that each has, but for the place of a
// surface, which another index needs.
func TestExtendedFields(t *testing.T) {
	const head = "\n## Messages g (skl)\n\n| message | sfid | match | extended | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	for bits, want := range map[string]string{"14:12": "", "6:4": `message M: field far shares bits with EOT, which every extended descriptor has`} {
		var p euParser
		p.page("t.md", []byte(descAll+head+"| M | DC | type 5 = 1 | far "+bits+" | 1 | 0 | dword |\n"))
		checkDescriptor(&p.eu, &p.errs)
		if want == "" {
			assert.NoError(t, p.errs.err(), bits)
			continue
		}
		require.Error(t, p.errs.err())
		assert.Contains(t, p.errs.err().Error(), want)
	}
}
