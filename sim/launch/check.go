package launch

import (
	"slices"

	"github.com/genvisa/genvisa/sim/mem"
)

// Ready is a copy that can run: with all that a launch that a program made may leave out, and checked. Files of others
// are read beside those of the launch; results are saved over neither.
func (l *Launch) Ready(others ...string) (*Launch, error) {
	out := l.complete()
	out.others = others
	if err := out.checkSaves(); err != nil {
		return nil, err
	}
	return out, out.check()
}

// complete fills in what a launch that a program made may leave out.
func (l *Launch) complete() *Launch {
	out := *l
	out.Args = slices.Clone(l.Args)
	out.Threads = max(l.Threads, 1)
	if l.Inputs != nil || l.Native != nil {
		return &out
	}
	for d := range 3 {
		out.Global[d], out.Local[d] = max(l.Global[d], 1), max(l.Local[d], 1)
	}
	out.countDimensions()
	return &out
}

// check finds what a launch that a program made may not be; a launch file was
// checked when it was read.
func (l *Launch) check() error {
	if l.Threads > maxInputThreads {
		return l.at("threads").errorf("%d threads: legal are 1 to %d", l.Threads, maxInputThreads)
	}
	for i := range l.Args {
		if err := l.checkArg(i, &l.Args[i]); err != nil {
			return err
		}
	}
	if l.Native == nil {
		return nil
	}
	if l.Inputs != nil || l.Info != "" || l.Platform != "" || l.Printf != nil {
		return l.top.errorf("a launch with Native has no Inputs, Info, Platform or Printf")
	}
	return l.Native.check(l.Args, l.at)
}

// checkArg checks one argument. An image gets its complete shape.
func (l *Launch) checkArg(i int, a *Arg) error {
	at := l.at(ArgPart(i))
	if err := a.Check.legal(); err != nil {
		return at.errorf("argument %d: %v", i, err)
	}
	switch a.Kind {
	case ValueArg:
		return nil
	case LocalArg:
		if a.Size < 0 {
			return at.errorf("argument %d: local memory of %d bytes", i, a.Size)
		}
		return nil
	case SamplerArg:
		if a.Sampler == nil || int(a.Sampler.Address) >= len(samplerAddresses) || a.Sampler.Filter > mem.Linear {
			return at.errorf("argument %d is a sampler without Sampler: want its filter and address mode", i)
		}
		return nil
	case ImageArg:
		return l.checkImage(i, a)
	case BufferArg:
		return l.checkBuffer(i, a)
	}
	return at.errorf("argument %d has the unknown kind %d", i, a.Kind)
}

// checkBuffer checks that a buffer can be compared.
func (l *Launch) checkBuffer(i int, a *Arg) error {
	at := l.at(ArgPart(i))
	if a.Elem != (Elem{}) {
		if e, err := ParseElem(a.Elem.Name); err != nil || e != a.Elem {
			return at.errorf("argument %d: elements %+v: want those of ParseElem, or none for bytes", i, a.Elem)
		}
	}
	switch {
	case a.Len()%a.Elem.size() != 0:
		return at.errorf("argument %d: %d bytes: want a multiple of the %d of type %s", i, a.Len(), a.Elem.Size, a.Elem.Name)
	case a.Expect != nil && len(a.Expect) != a.Len():
		return at.errorf("argument %d: expected data has %d bytes, the buffer %d", i, len(a.Expect), a.Len())
	}
	return nil
}

// checkImage checks that an image can be, with the contents that it has.
func (l *Launch) checkImage(i int, a *Arg) error {
	at := l.at(ArgPart(i))
	if a.Image == nil || a.Image.Format == nil || a.Image.Kind >= mem.NumImageKinds {
		return at.errorf("argument %d is an image without Image: want its kind, format and extent", i)
	}
	shape, err := a.Image.Complete()
	if err != nil {
		return at.errorf("argument %d: %v", i, err)
	}
	if int64(a.Len()) != shape.Bytes() || a.Expect != nil && len(a.Expect) != a.Len() {
		return at.errorf("argument %d: %d bytes of data: the image has %d", i, a.Len(), shape.Bytes())
	}
	a.Image, a.Elem = &shape, imageElem(shape.Format)
	return nil
}
