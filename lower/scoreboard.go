package lower

import (
	"github.com/genvisa/genvisa/lower/scoreboard"
	"github.com/genvisa/genvisa/visa"
)

// scoreboard says of each instruction which earlier ones it waits for, where the hardware
// does not watch the registers.
func (c *compiler) scoreboard() error {
	if err := scoreboard.Place(c.P, c.T); err != nil {
		return c.errorf(visa.Pos{}, "scoreboard: %v", err)
	}
	return nil
}
