package load

import (
	"errors"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
)

// ReadMetadata reads kernel metadata: a file of them, or those in a container, from
// which a program may have been taken.
func ReadMetadata(path string, o Options) (*abi.Info, error) {
	info, _, err := ReadInfo(path, o)
	return info, err
}

// ReadInfo also gives the container, if it is one.
func ReadInfo(path string, o Options) (*abi.Info, *container.File, error) {
	src, _, err := files.Read(path, files.Metadata)
	if kind := new(files.KindError); errors.As(err, &kind) && kind.Kind == files.Container {
		return containerMetadata(path, o)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := abi.ParseZeInfo(path, src)
	return info, nil, err
}

// containerMetadata opens a container for its metadata, whatever device its code is for.
func containerMetadata(path string, o Options) (*abi.Info, *container.File, error) {
	src, _, err := files.Read(path, files.Container)
	if err != nil {
		return nil, nil, err
	}
	o.Code, o.Target = InterpCode, Prefer(o.Target.Device())
	f, _, err := OpenContainer(path, src, o)
	if err != nil {
		return nil, nil, err
	}
	return f.Info, f, nil
}
