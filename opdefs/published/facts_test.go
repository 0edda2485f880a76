package published

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/specs"
)

// factPages are pages that have between them every kind of fact.
var factPages = []string{"ADD", "BFE", "BFN", "MEDIA_LD", "LSC_LOAD", "LSC_ATOMIC", "MADW", "OWORD_ST", "JMP", "GATHER", "3D_LOAD", "DPAS", "LOG", "SEL", "SVM_GATHER", "CALL", "LSC_LOAD_BLOCK2D", "RT_WRITE", "PLN"}

// parsed reads a page of ours anew, so that a test may change its model.
func parsed(t *testing.T, m *opdefs.Model, name string) *opdefs.Page {
	t.Helper()
	src, err := specs.FS.ReadFile("visa/" + name + ".md")
	require.NoError(t, err)
	p, _, err := opdefs.ParsePage("visa/"+name+".md", src, nil, m)
	require.NoError(t, err)
	return p
}

// changed gives a field of the model another value; false says that it has none.
func changed(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(v.Uint() ^ 1)
	case reflect.String:
		if v.Type() == reflect.TypeFor[opdefs.FieldType]() {
			v.SetString(map[bool]string{true: "ud", false: "uw"}[v.String() == "uw"])
			return true
		}
		v.SetString(v.String() + "x")
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return false
		}
		v.SetZero()
	case reflect.Slice:
		if v.Len() == 0 {
			return false
		}
		v.Set(v.Slice(1, v.Len()))
	default:
		return false
	}
	return true
}

// structs gives the structs of an op's page that hold facts: the page, its properties, its
// fields and their limits.
func structs(p *opdefs.Page, name string) (out []reflect.Value) {
	switch name {
	case "Op":
		return []reflect.Value{reflect.ValueOf(p.Ops[0]).Elem()}
	case "Page":
		return []reflect.Value{reflect.ValueOf(p).Elem()}
	case "Props":
		return []reflect.Value{reflect.ValueOf(&p.Props).Elem()}
	}
	for _, f := range p.Fields {
		if name == "Limits" {
			out = append(out, reflect.ValueOf(&f.Limits).Elem())
		} else {
			out = append(out, reflect.ValueOf(f).Elem())
		}
	}
	return out
}

// TestEveryFactShows changes each field of the model of a page once, and wants a
// difference printed for all but those that say nothing of an op. TestCompareWithItself
// changes formulas, and facts in the text of pages.
func TestEveryFactShows(t *testing.T) {
	m, err := opdefs.ParseDir(specs.FS)
	require.NoError(t, err)
	facts := 0
	for _, typ := range []reflect.Type{reflect.TypeFor[opdefs.Op](), reflect.TypeFor[opdefs.Page](), reflect.TypeFor[opdefs.Props](), reflect.TypeFor[opdefs.OpField](), reflect.TypeFor[opdefs.Limits]()} {
		for i := range typ.NumField() {
			f := typ.Field(i)
			key := typ.Name() + "." + f.Name
			if _, not := noFacts[key]; not || !f.IsExported() || f.Type.Kind() == reflect.Struct || key == "Op.Name" || key == "Page.Body" {
				continue
			}
			facts++
			assert.True(t, shows(t, m, typ.Name(), i), "a changed %s is not printed", key)
		}
	}
	assert.Equal(t, 53, facts)
}

// shows reports whether a change of a field, in one of the pages that have it, is a difference.
func shows(t *testing.T, m *opdefs.Model, typ string, field int) bool {
	for _, name := range factPages {
		for k := range structs(parsed(t, m, name), typ) {
			p := parsed(t, m, name)
			s := structs(p, typ)[k]
			if !changed(s.Field(field)) {
				continue
			}
			if len(Compare([]*opdefs.Page{parsed(t, m, name)}, []*opdefs.Page{p}).Differences) > 0 {
				return true
			}
		}
	}
	return false
}

// TestFactNames: the tables name fields that there are.
func TestFactNames(t *testing.T) {
	types := map[string]reflect.Type{"Op": reflect.TypeFor[opdefs.Op](), "Page": reflect.TypeFor[opdefs.Page](), "Props": reflect.TypeFor[opdefs.Props](), "OpField": reflect.TypeFor[opdefs.OpField]()}
	for _, table := range []map[string]string{joined, noFacts, factNames} {
		for key := range table {
			typ, name, _ := strings.Cut(key, ".")
			_, ok := types[typ].FieldByName(name)
			assert.True(t, ok, key)
		}
	}
}
