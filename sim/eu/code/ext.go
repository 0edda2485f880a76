package code

// Side tables hold what few instructions have. These are the only ways to a row: nil for an
// op whose form names another table or none, as that of an instruction that is not modelled.

// Send is the row of a message.
func (p *Program) Send(o *Op) *Send {
	if o.Form != FormSend && o.Form != FormMessage {
		return nil
	}
	return &p.Sends[o.Ext]
}

// Flow is the row of a branch.
func (p *Program) Flow(o *Op) *Flow {
	if o.Form < FormBranch || o.Form > FormRet {
		return nil
	}
	return &p.Flows[o.Ext]
}

// Macro is the row of a step of division or square root.
func (p *Program) Macro(o *Op) *Macro {
	if o.Form != FormMacro {
		return nil
	}
	return &p.Macros[o.Ext]
}

// Stop is the row of what is not modelled.
func (p *Program) Stop(o *Op) *Stop {
	if o.Form != FormStop {
		return nil
	}
	return &p.Stops[o.Ext]
}
