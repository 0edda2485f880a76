package machine

import (
	"fmt"
	"math/bits"
)

// Demand is what the groups of a launch need.
type Demand struct {
	Groups  uint64
	Threads int  // of the largest group
	SLM     int  // bytes of a group
	Barrier bool // a group has one
	Large   bool // its threads have the larger register file, so that half as many run in an EU
}

// with is the machine with as many threads in an EU as a demand leaves it (specs/eu/machines.md).
func (m *Machine) with(d *Demand) *Machine {
	if !d.Large {
		return m
	}
	half := *m
	half.Threads /= 2
	return &half
}

// Limits of what is in flight.
const (
	ByThreads  = "threads"
	ByMemory   = "local memory"
	ByBarriers = "barriers"
)

// Occupancy is how a launch fills a machine when all groups take the same time: in waves.
type Occupancy struct {
	Machine string    `json:"machine"`
	Mode    string    `json:"mode"` // legacy: groups by subslice; pooled
	Units   []UnitUse `json:"units"`

	GroupThreads  int    `json:"group_threads"`
	GroupSLM      int    `json:"group_local_memory"` // bytes, as they are allocated
	Groups        uint64 `json:"groups"`
	InFlight      int    `json:"groups_in_flight"` // that the machine has room for
	Limit         string `json:"limit"`            // of the unit that has most groups
	Threads       int    `json:"threads"`          // of the machine
	Idle          Share  `json:"idle"`             // threads in a full wave
	Waves         uint64 `json:"waves"`
	LastGroups    int    `json:"last_wave_groups"`
	IdleInTheLast Share  `json:"last_wave_idle"`
}

// UnitUse is what runs in a subslice or pool.
type UnitUse struct {
	Name    string `json:"name"`
	EUs     int    `json:"eus"`
	Threads int    `json:"threads"`
	Groups  int    `json:"groups"`           // in a full wave
	Last    int    `json:"last_wave_groups"` // in the last one
	Limit   string `json:"limit"`
}

// Share is a part of the machine's threads.
type Share struct {
	Threads int     `json:"threads"`
	Part    float64 `json:"part"` // 0 to 1
}

// Occupancy counts the waves of a launch. The error is a group that no unit has room for,
// or a demand that is none.
func (m *Machine) Occupancy(d Demand) (*Occupancy, error) {
	if d.Groups == 0 || d.Threads <= 0 || d.SLM < 0 {
		return nil, fmt.Errorf("%d groups of %d threads and %d bytes of local memory: want a group and a thread at least", d.Groups, d.Threads, d.SLM)
	}
	o := &Occupancy{Machine: m.Name, Mode: "legacy", GroupThreads: d.Threads, GroupSLM: m.allocated(d.SLM), Groups: d.Groups}
	if m.Pooled {
		o.Mode = "pooled"
	}
	if o.GroupSLM > m.SLM {
		return nil, fmt.Errorf("machine %s: a group of %d bytes of local memory: a block has %d", m.Name, d.SLM, m.SLM)
	}
	units := m.with(&d).Units()
	o.fill(m, units, &d)
	if o.InFlight == 0 {
		return nil, fmt.Errorf("machine %s: a group of %d threads: the largest %s has %d", m.Name, d.Threads, m.whole(), largest(units))
	}
	o.waves()
	return o, nil
}

// whole is what holds a whole group.
func (m *Machine) whole() string {
	if m.Pooled {
		return "pool"
	}
	return "subslice"
}

func largest(units []Unit) (most int) {
	for i := range units {
		most = max(most, units[i].Threads)
	}
	return most
}

// allocated is what a group takes of a block: a power of two, a unit at least.
func (m *Machine) allocated(slm int) int {
	if slm == 0 {
		return 0
	}
	return max(m.Unit, 1<<bits.Len(uint(slm-1)))
}

// fill gives groups to units in turn, until no unit has room: units of a block share it.
func (o *Occupancy) fill(m *Machine, units []Unit, d *Demand) {
	room := make([]int, m.Blocks)
	for i := range room {
		room[i] = m.SLM
	}
	o.Units = make([]UnitUse, len(units))
	for i, u := range units {
		o.Units[i] = UnitUse{Name: u.Name, EUs: u.EUs, Threads: u.Threads}
		o.Threads += u.Threads
	}
	for more := true; more; {
		more = false
		for i := range units {
			use := &o.Units[i]
			if use.Limit != "" {
				continue
			}
			if use.Limit = full(&units[i], use.Groups, room, o.GroupSLM, d); use.Limit == "" {
				use.Groups++
				o.InFlight++
				room[units[i].Block] -= o.GroupSLM
				more = true
			}
		}
	}
	most := 0
	for i := range o.Units {
		if o.Units[i].Groups >= o.Units[most].Groups && o.Units[i].Groups > 0 {
			most = i
		}
	}
	o.Limit = o.Units[most].Limit
}

// full says what keeps a unit from one more group, "" when nothing does.
func full(u *Unit, groups int, room []int, slm int, d *Demand) string {
	switch {
	case (groups+1)*d.Threads > u.Threads:
		return ByThreads
	case slm > room[u.Block]:
		return ByMemory
	case d.Barrier && groups+1 > u.Barriers:
		return ByBarriers
	}
	return ""
}

// waves divides the groups, and gives those of the last wave to units in turn.
func (o *Occupancy) waves() {
	wave := uint64(o.InFlight)
	o.Waves = (o.Groups-1)/wave + 1
	o.LastGroups = int(o.Groups - (o.Waves-1)*wave)
	for left := o.LastGroups; left > 0; {
		for i := range o.Units {
			if u := &o.Units[i]; left > 0 && u.Last < u.Groups {
				u.Last++
				left--
			}
		}
	}
	o.Idle, o.IdleInTheLast = o.idle(o.InFlight), o.idle(o.LastGroups)
}

// idle is what so many groups leave.
func (o *Occupancy) idle(groups int) Share {
	n := o.Threads - groups*o.GroupThreads
	return Share{n, float64(n) / float64(o.Threads)}
}
