package genvisa_test

import (
	"context"
	"fmt"

	"github.com/genvisa/genvisa"
)

// A launch is preempted, saved as the context image of a machine, and goes on elsewhere.
func ExampleOptions_preempt() {
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	bxt, err := genvisa.MachineNamed("bxt")
	if err != nil {
		panic(err)
	}
	o := genvisa.Options{Engine: genvisa.Sim, Deterministic: true, Machine: bxt, Preempt: 700, Occupancy: true}
	report, err := genvisa.Run(context.Background(), launch, o)
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Preempted, report.Instructions, report.Groups, report.Occupancy.InFlight)

	report, err = genvisa.Run(context.Background(), launch, genvisa.Options{Engine: genvisa.Sim, Resume: report.Image})
	if err != nil {
		panic(err)
	}
	fmt.Println(report.OK(), report.Groups)
	// Output:
	// true 700 6 27
	// true 8
}
