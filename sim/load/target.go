package load

import "github.com/genvisa/genvisa/native"

// Target chooses the device of native code, and for which one vISA is compiled. The
// zero value leaves that to the container or the launch; it is DefaultTarget where
// neither says.
type Target struct {
	device       native.Target
	chosen, only bool
}

// DefaultTarget is the device where nothing says one: Skylake, Gen9.
const DefaultTarget = native.SKL

// Only is a device that stays: a container or launch for another one is refused.
func Only(t native.Target) Target { return Target{device: t, chosen: true, only: true} }

// Prefer is the device where the container or launch says none, or has code for
// several.
func Prefer(t native.Target) Target { return Target{device: t, chosen: true} }

// Device is the device where nothing else says one.
func (t Target) Device() native.Target {
	if !t.chosen {
		return DefaultTarget
	}
	return t.device
}

// Open says that a container or launch may name another device.
func (t Target) Open() bool { return !t.only }
