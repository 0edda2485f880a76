package run

import (
	"errors"
	"slices"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
)

// Session is a launch that can run several times, each on fresh memory: the
// benchmarks and the comparison of engines use it.
type Session struct {
	launch   *launch.Launch
	o        Options
	kernel   *abi.Kernel   // kernel metadata; nil for a launch with inputs
	inputs   *inputPayload // a launch with inputs
	native   *nativePayload
	inline   map[int]*mem.Sampler
	enqueues bool // the program has blocks of the kernel, abi.Info.Enqueues
	linkage  load.Linkage
	compiled load.Compiled
}

// NewSession reads what a launch's threads start with: the kernel metadata, or
// for a launch with inputs the .input records of its vISA program.
func NewSession(l *launch.Launch, o Options) (*Session, error) {
	ready, err := l.Ready(append([]string{o.Info}, o.Programs...)...)
	if err != nil {
		return nil, err
	}
	s := &Session{launch: ready, o: o}
	if l.Native != nil {
		s.native = newNativePayload(l.Native)
		return s, s.set()
	}
	if l.Inputs != nil {
		if o.Info != "" || o.Metadata != nil {
			return nil, l.Errorf("inputs", "--info or kernel metadata: a launch with inputs has none, its text says where they lie")
		}
		k, err := inputKernel(l, o)
		if err != nil {
			return nil, err
		}
		if err := s.set(); err != nil {
			return nil, err
		}
		s.inputs, err = newInputPayload(s.launch, k)
		return s, err
	}
	s.linkage.Link = o.Data
	if o.Metadata != nil {
		s.linkage.From = o.Metadata.Name
		return s, s.find(o.Metadata)
	}
	infoPath := l.Info
	if o.Info != "" {
		infoPath = o.Info
	} else if err := l.Inside("info", l.Info); err != nil {
		return nil, err
	}
	if infoPath == "" {
		return nil, l.Errorf("", "missing key \"info\": the kernel's metadata (.zeinfo); or \"inputs\", its .input variables")
	}
	if err := s.readInfo(infoPath); err != nil {
		return nil, err
	}
	return s, nil
}

// readInfo reads the metadata, and what the program refers to, unless that is known.
func (s *Session) readInfo(path string) error {
	info, from, err := load.ReadInfo(path, s.o.Loading())
	if err != nil {
		return s.launch.Named("info", path, err)
	}
	if err := s.find(info); err != nil {
		return err
	}
	return s.linkage.Read(path, from)
}

// find takes the launch's kernel from metadata.
func (s *Session) find(info *abi.Info) (err error) {
	if s.kernel, err = info.Kernel(s.kernelName()); err != nil {
		return s.errorf("kernel", "%v", err)
	}
	s.linkage.Kernel = s.kernel
	if err := s.set(); err != nil {
		return err
	}
	s.enqueues = info.Enqueues(s.kernel.Name)
	return s.findSamplers()
}

// inputKernel is the vISA text that says where inputs go; a native program
// replaces what runs, not this.
func inputKernel(l *launch.Launch, o Options) (*visa.Kernel, error) {
	if o.Program != nil && o.Program.VISA != nil {
		return o.Program.VISA, nil
	}
	for n, path := range slices.Concat(o.Programs, l.Programs) {
		if n >= len(o.Programs) {
			if err := l.Inside("program", path); err != nil {
				return nil, err
			}
		}
		k, err := o.Loading().ReadVISA(path)
		if kind := new(files.KindError); !errors.As(err, &kind) {
			return k, err
		}
	}
	return nil, l.Errorf("inputs", "inputs need a .visaasm program, whose .input records say where they go")
}
