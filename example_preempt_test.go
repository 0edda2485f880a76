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

// A message to the sampler has a header where its thread may be preempted.
func ExampleLintPreemptible() {
	code, err := genvisa.Assemble("sample.asm", "bxt", []byte("send (8|M0) r4:w r10 0x2 0x04420001\n"))
	if err != nil {
		panic(err)
	}
	for _, lint := range []func(string, []byte) ([]genvisa.Broken, error){genvisa.Lint, genvisa.LintPreemptible} {
		found, err := lint("bxt", code)
		if err != nil {
			panic(err)
		}
		for _, b := range found {
			fmt.Println(b.Rule, b.Legal)
		}
	}
	// Output:
	// bxt.preempt.header a header: bit 19 of the descriptor
}

// A machine of one's own, and what a launch leaves idle on it.
func ExampleParseMachine() {
	machine, err := genvisa.ParseMachine("mine.yaml", []byte("like: bxt\nthreads: 7\n"))
	if err != nil {
		panic(err)
	}
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	report, err := genvisa.Run(context.Background(), launch, genvisa.Options{Machine: machine, Occupancy: true})
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Occupancy.Threads, report.Occupancy.InFlight, report.Occupancy.Idle.Threads)
	// Output:
	// 126 30 6
}
