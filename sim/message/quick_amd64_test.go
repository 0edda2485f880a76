package message

import "testing"

// TestWithoutEights: processors without AVX2 give the same.
func TestWithoutEights(t *testing.T) {
	defer func(have bool) { haveEights = have }(haveEights)
	haveEights = false
	for name, test := range map[string]func(*testing.T){"read": TestRead, "components": TestComponents, "write": TestWrite, "behind": TestBehindThePayload, "local": TestLocal} {
		t.Run(name, test)
	}
}
