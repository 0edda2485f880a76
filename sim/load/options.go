package load

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
)

// CodeName is the choice of what runs of a program: of a container, which may hold
// native code and the vISA text that it was made of, or of a text, which can be
// interpreted or compiled.
type CodeName string

// Choices of code. AnyCode goes by the engine: native code where there is any.
const (
	AnyCode    CodeName = ""
	InterpCode CodeName = "interp" // the vISA text, interpreted
	OurCode    CodeName = "ours"   // the vISA text, compiled here, on the EU model
	IntelCode  CodeName = "intel"  // the native code of the file, on the EU model
)

// CodeNames are the choices that name a code, in the order in which results are
// compared.
var CodeNames = []CodeName{InterpCode, OurCode, IntelCode}

// shown says in a report which code ran.
var shown = map[CodeName]string{
	InterpCode: "its vISA, interpreted", OurCode: "its vISA, compiled here", IntelCode: "its native code",
}

// Shown is which code that is, in words for a report.
func (c CodeName) Shown() string { return shown[c] }

// Options choose what of a file runs, and on what.
type Options struct {
	Contents map[string][]byte // of programs that are in memory, by path
	Engine   EngineName
	Code     CodeName // what of the program runs; AnyCode goes by Engine
	Target   Target   // device of native code
	Platform string   // target that vISA text was made for; "" where nothing says
	GRFs     int      // registers of threads of what is compiled here, whatever metadata say; 0 for what they say
}

// CodeError is a file without the code that was asked for.
type CodeError struct {
	Path string
	Code CodeName
	Have string // what the file is or holds
}

// Error says where such code is.
func (e *CodeError) Error() string {
	want := "vISA is in a .visaasm or .isa file, or in a container that ocloc made with -internal_options -ze-emit-zebin-visa-sections"
	if e.Code == IntelCode {
		want = "native code is in a container, a .dat or a .isa file"
	}
	return fmt.Sprintf("%s: code %s of %s: %s", e.Path, e.Code, e.Have, want)
}

// Check refuses a choice that names nothing, or another engine.
func (o Options) Check() error {
	switch {
	case o.Code == AnyCode:
		return nil
	case !slices.Contains(CodeNames, o.Code):
		return fmt.Errorf("code %q: legal are %v", o.Code, CodeNames)
	case o.Engine != "" && o.Engine != Auto && o.Engine != o.Needs():
		return fmt.Errorf("code %s and engine %s: want one of them", o.Code, o.Engine)
	}
	return nil
}

// Needs is the one that the choice of code needs, or that was chosen.
func (o Options) Needs() EngineName {
	switch o.Code {
	case AnyCode:
		return o.Engine
	case InterpCode:
		return Interp
	}
	return Sim
}

// wantsText says that the vISA text of a container runs.
func (o Options) wantsText(k *container.Kernel) bool {
	return o.Code == OurCode || o.Code == InterpCode || o.Code == AnyCode && o.Engine == Interp && k.VISA != nil
}

// ourTarget is what a container's text is compiled for: a target that was named, else
// that of the container.
func (o Options) ourTarget(f *container.File, t native.Target) (native.Target, error) {
	if !o.Target.Open() {
		t = o.Target.Device()
	}
	if o.Code == OurCode && !lower.Supported(t) {
		return t, &UnsupportedError{f.Name, fmt.Sprintf("compiling for %s, which the container is for (a target such as %s can be named instead), is", t, native.SKL)}
	}
	return t, nil
}
