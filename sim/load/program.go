package load

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/interp"
)

// EngineName is the choice of an engine: auto, interp or sim.
type EngineName string

// Engine choices. Auto interprets vISA and runs native code on the EU model.
const (
	Auto   EngineName = "auto"
	Interp EngineName = "interp"
	Sim    EngineName = "sim"
)

// UnsupportedError is a program file of a kind or with contents that are not
// supported.
type UnsupportedError struct{ Path, What string }

// Error names the file and what is not supported.
func (e *UnsupportedError) Error() string { return e.Path + ": " + e.What + " not supported" }

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// CodeStats describes native code that ran.
type CodeStats struct {
	Instructions int `json:"instructions"`
	Bytes        int `json:"bytes"`
	GRFs         int `json:"grfs,omitempty"` // only for code compiled here
	Sends        int `json:"sends"`
}

// Program is a program of any kind, ready for an engine.
type Program struct {
	Path   string
	Engine dispatch.Engine
	About  string   // what runs, for people: "vISA interpreter", "EU model (skl), our code"
	Runs   CodeName // which code that is
	Code   *CodeStats
	Kernel string       // name of the kernel in it; "" for raw native code, which does not say
	VISA   *visa.Kernel // nil for native programs
	Info   *abi.Info    // of a container: the metadata in it
	Data   *abi.Link    // of a container: program-scope data, and who points to it

	Scratch  int         // compiled programs: bytes of scratch that their threads need
	Begin    uint32      // compiled programs: byte of the code behind what loads the payload
	Channels int         // native programs: one more than the highest channel that they use, 0 for none
	Relocs   []abi.Reloc // of raw code with a file of its own; nil without
	Strings  []string    // formats of printf by number: patch tokens
	Origin   origin.Provenance

	Approximate []string // of what the engine runs, ops whose results are one choice of several, each with the reason

	bound    map[string]int // binding table indices of data, by its name
	ownStart bool           // native programs: of a zebin of ours, on a target where threads start as our code has it
	open     []uint32       // native programs: openAddresses
	link     *linker        // nil when nothing could be linked
	linking  sync.Mutex
}

// FromPath is FromFile of a file that holds one kernel.
func FromPath(path string, engine EngineName, t native.Target) (*Program, error) {
	return FromFile(path, "", Options{Engine: engine, Target: Only(t)})
}

// read is ReadFile, of memory where the options have the contents.
func (o Options) read(path string, want ...files.Kind) ([]byte, files.Kind, error) {
	if src, ok := o.Contents[path]; ok {
		return files.ReadAll(path, bytes.NewReader(src), want...)
	}
	return files.Read(path, want...)
}

// FromFile reads a program file and makes it ready for the engine of the options:
// vISA text, raw native code, or the kernel of that name in a container or a .isa; "" is
// the only one there. Of a .isa the native binary runs that the compiler put into it, or
// its vISA where the options want that, or there is no binary.
func FromFile(path, kernel string, o Options) (*Program, error) {
	src, kind, err := o.read(path, files.VISA, files.Native, files.ISA, files.Container)
	if err != nil {
		return nil, err
	}
	engine, t := o.Needs(), o.Target.Device()
	switch {
	case kind == files.VISA && o.Code == IntelCode, kind == files.Native && (o.Code == OurCode || o.Code == InterpCode):
		return nil, &CodeError{path, o.Code, kind.String()}
	}
	switch kind {
	case files.VISA:
		k, err := ParseVISA(path, src)
		if err != nil {
			return nil, err
		}
		if k, err = LinkBeside(path, k); err != nil {
			return nil, err
		}
		if err := MadeFor(k, o.Platform); err != nil {
			return nil, err
		}
		return fromVISA(path, k, engine, t, o.GRFs)
	case files.Native:
		p, err := fromNative(path, src, engine, t, "native code", 0)
		if err == nil {
			p.Relocs, err = ownRelocs(path)
		}
		return p, err
	case files.Container:
		return fromContainer(path, src, kernel, o)
	default:
		return fromISA(path, src, kernel, o)
	}
}

// FromVISA prepares a parsed kernel: for the interpreter, or compiled for
// target t and loaded into the EU model.
func FromVISA(path string, k *visa.Kernel, engine EngineName, t native.Target) (*Program, error) {
	return fromVISA(path, k, engine, t, 0)
}

// FromText is FromVISA of a kernel for what the options say.
func FromText(k *visa.Kernel, o Options) (*Program, error) {
	return fromVISA(k.File, k, o.Needs(), o.Target.Device(), o.GRFs)
}

// fileOf is a register file that metadata or a caller ask for, where threads of the target can have it.
func fileOf(t native.Target, grfs int) int {
	if t.HasFile(grfs) {
		return grfs
	}
	return t.Caps().GRFs
}

// fromVISA is FromVISA for threads with so many registers, where they are compiled; 0 stands for those of a kernel
// that asks for no more.
func fromVISA(path string, k *visa.Kernel, engine EngineName, t native.Target, grfs int) (*Program, error) {
	p := &Program{Path: path, VISA: k, Kernel: k.Name, About: "vISA interpreter", Runs: InterpCode}
	p.Origin = origin.OfText(k)
	if engine != Sim {
		eng, err := interp.New(k)
		if err != nil {
			return nil, origin.WithSource(k, err)
		}
		p.Engine, p.link, p.Approximate = eng, &linker{kernel: k}, approximate(k)
		return p, nil
	}
	if grfs == 0 {
		grfs = t.Caps().GRFs
	}
	res, err := lower.Compile(k, t, lower.Options{GRFs: grfs})
	if err != nil {
		return nil, origin.WithSource(k, err)
	}
	resolved, err := loaded(k.Name, t, grfs, res.Code)
	if err != nil {
		return nil, fmt.Errorf("%s, compiled for %s: %w", path, t, err)
	}
	if err = p.Origin.Compile(t, res.Program.Insts, res.Code); err != nil {
		return nil, err
	}
	p.Scratch, p.Runs, p.Approximate = res.Stats.Scratch, OurCode, resolved.Approximate()
	p.link = &linker{insts: res.Program.Insts, target: t, relocs: res.Relocs, grfs: grfs}
	p.Engine, p.About = eu.New(resolved), fmt.Sprintf("EU model (%s), compiled from vISA", t)
	p.Code = &CodeStats{Instructions: res.Stats.Instructions, Bytes: len(res.Code), GRFs: res.Stats.GRFs, Sends: res.Stats.Sends}
	return p, nil
}

// loaded is code of threads with so many registers, resolved for the EU model.
func loaded(name string, t native.Target, grfs int, bytes []byte) (*code.Program, error) {
	insts, _, err := native.DecodeAll(t, bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return code.LoadFile(name, t, grfs, insts)
}

// ForFile is the program for threads with the registers that its metadata give them: text that was compiled for
// others is compiled again. The program for which nothing changes is itself.
func (p *Program) ForFile(grfs int) (*Program, error) {
	if p.VISA == nil || p.Runs != OurCode || p.link == nil || p.link.grfs == fileOf(p.link.target, grfs) {
		return p, nil
	}
	again, err := fromVISA(p.Path, p.VISA, Sim, p.link.target, fileOf(p.link.target, grfs))
	if err == nil {
		again.Info, again.Data = p.Info, p.Data
	}
	return again, err
}

// approximate lists the ops of a kernel with such results, in the order of their first
// instructions.
func approximate(k *visa.Kernel) (list []string) {
	for i := range k.Insts {
		why := k.Insts[i].RoughOf()
		if why == "" {
			continue
		}
		if why = k.Insts[i].Op.String() + ": " + why; !slices.Contains(list, why) {
			list = append(list, why)
		}
	}
	return list
}

// fromNative prepares native code of threads with so many registers; 0 where nothing says how many.
func fromNative(path string, bytes []byte, engine EngineName, t native.Target, what string, grfs int) (*Program, error) {
	if engine == Interp {
		return nil, fmt.Errorf("%s: the interpreter runs vISA text, this is native code: want the engine sim", path)
	}
	if err := code.Supports(t); err != nil { // before its code is read, which may be possible
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	insts, offs, err := native.DecodeAll(t, bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if grfs == 0 {
		grfs = t.GRFsOf(insts)
	}
	resolved, err := code.LoadFile(path, t, grfs, insts)
	if err != nil {
		return nil, err
	}
	p := &Program{Path: path, Engine: eu.New(resolved), About: fmt.Sprintf("EU model (%s), %s", t, what), Runs: IntelCode, Approximate: resolved.Approximate()}
	p.Channels, p.open = channelsOf(t, insts), openAddresses(insts, offs)
	p.link = &linker{insts: insts, offs: offs, target: t, grfs: grfs}
	p.Code = &CodeStats{Instructions: len(insts), Bytes: len(bytes), Sends: countSends(insts)}
	return p, nil
}

// FromNative prepares raw native code of target t; path stands for it in
// messages.
func FromNative(path string, code []byte, t native.Target) (*Program, error) {
	return fromNative(path, code, Sim, t, "native code", 0)
}

func countSends(insts []native.Inst) (n int) {
	for i := range insts {
		if insts[i].Msg.SFID != 0 {
			n++
		}
	}
	return n
}

// ReadVISA is ReadVISA, of memory where the options have the contents.
func (o Options) ReadVISA(path string) (*visa.Kernel, error) {
	src, _, err := o.read(path, files.VISA)
	if err != nil {
		return nil, err
	}
	return ParseVISA(path, src)
}

// Listing is the text of the program as engine e runs it: its own engine, or one that is linked.
func (p *Program) Listing(e dispatch.Engine) *origin.Listing {
	return origin.NewListing(e, p.VISA, &p.Origin)
}

// Place is where instruction i of a program stands and its text, as a trace shows
// them: i counts as trace.Event.Index does.
func (p *Program) Place(i int) dispatch.Place {
	return p.Listing(p.Engine).Place(i)
}

// Starts refuses native code for a target of which no document says what threads of an
// OpenCL kernel start with. No compiler but ours makes a zebin for such a target: its code
// starts with what lower expects.
func (p *Program) Starts() error {
	if p.Code == nil || p.VISA != nil || p.link == nil || p.ownStart || p.link.target.Caps().ThreadPayload {
		return nil
	}
	return fmt.Errorf("%s: %w: what threads of an OpenCL kernel start with on %s is not known: want a zebin that genvisa compile --zebin made, or a launch with registers and surfaces (dispatch)", p.Path, errors.ErrUnsupported, p.link.target)
}

// Device is the target whose code runs, compiled here or not; false for the interpreter.
func (p *Program) Device() (t native.Target, ok bool) {
	if e, ok := p.Engine.(*eu.Program); ok {
		return e.Target, true
	}
	return p.Native()
}

// Native is the target of native code that can be linked; false without.
func (p *Program) Native() (t native.Target, ok bool) {
	if p.VISA != nil || p.link == nil {
		return 0, false
	}
	return p.link.target, true
}
