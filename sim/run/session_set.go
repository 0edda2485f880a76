package run

import "github.com/genvisa/genvisa/sim/launch"

// set makes the changes of Options.Set. The session's launch is a copy of its own; the arguments of the caller's stay.
func (s *Session) set() error { return s.launch.Set(s.o.Set, s.argNames()) }

// argNames are the names of arguments in the metadata, "" where they have none.
func (s *Session) argNames() []string {
	if s.kernel == nil {
		return nil
	}
	names := make([]string, len(s.launch.Args))
	for _, a := range s.kernel.Args {
		if a.Index >= 0 && a.Index < len(names) && a.Name != "" {
			names[a.Index] = a.Name
		}
	}
	return names
}

// Argument finds an argument by the name of the metadata, or as argN.
func (s *Session) Argument(name string) (int, error) { return s.launch.Argument(name, s.argNames()) }

// Launch is what runs: the session's launch with the changes of Options.Set.
func (s *Session) Launch() *launch.Launch { return s.launch }
