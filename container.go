package genvisa

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/run"
)

// Container is a file of compiled kernels: a zebin, ocloc's patch tokens, or the
// member for one device of an archive. Kernels[i].Code is the native code of a
// kernel; assigning to it edits the container, and Encode writes it.
type Container struct {
	*container.File
	Target string // device of the code, such as "skl"
}

// ReadContainer reads a container's file. It takes no more bytes than docs/launch.md
// says for its kind.
func ReadContainer(path, target string) (*Container, error) {
	src, _, err := run.ReadFile(path, run.ContainerFile)
	if err != nil {
		return nil, err
	}
	return OpenContainer(path, src, target)
}

// OpenContainer reads a container in memory, which must not change from then on;
// name stands for it in messages. target chooses the device of an archive, and
// refuses a container for another; "" takes what the container is for.
func OpenContainer(name string, data []byte, target string) (*Container, error) {
	o, err := runTarget(target)
	if err != nil {
		return nil, err
	}
	f, t, err := run.OpenContainer(name, data, run.Options{Target: o})
	if err != nil {
		return nil, err
	}
	return &Container{f, t.String()}, nil
}

// Text is the vISA of a kernel, linked with the functions that it calls; "" is the
// only kernel there. The error is errors.ErrUnsupported where the compiler put no
// vISA into the container. Verify says whether the kernel is right.
func (c *Container) Text(kernel string) (*Kernel, error) {
	if _, err := c.target(); err != nil {
		return nil, err
	}
	k, err := run.ContainedKernel(c.File, kernel)
	if err != nil {
		return nil, err
	}
	return run.ContainedVISA(c.File, k)
}

// Program prepares a kernel of the container with its metadata and data, for a Run
// of any launch: its vISA for the interpreter (InterpCode) or compiled here (OurCode),
// or its native code (IntelCode, also for ""); "" is the only kernel there.
func (c *Container) Program(kernel string, code CodeName) (*Program, error) {
	t, err := c.target()
	if err != nil {
		return nil, err
	}
	return run.FromContainer(c.File, kernel, code, t)
}

// Encode writes the container as a zebin: code, texts, metadata, data and
// relocations, and nothing else of what was read. Code that grew or moved does not
// take relocations of addresses in it along.
func (c *Container) Encode() ([]byte, error) {
	t, err := c.target()
	if err != nil {
		return nil, err
	}
	return container.Encode(c.File, t)
}

// target is the device, of a container that was read or made by hand.
func (c *Container) target() (native.Target, error) {
	if c == nil || c.File == nil {
		return 0, fmt.Errorf("no container: want one from ReadContainer or OpenContainer")
	}
	return targetOf(c.Target)
}
