package random_test

import (
	"fmt"

	"github.com/agentlayers/layers/golden"
	"github.com/agentlayers/layers/golden/random"
)

// The same area and seed give the same case, which parses like a written one.
func ExampleMake() {
	one, err := random.Make("layers", 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := random.Make("layers", 7)
	fmt.Println(one == again, err)
	c, err := golden.Parse(one.Name, []byte(one.Text))
	fmt.Println(c.Name == one.Name, err)
	_, err = random.Make("weather", 7)
	fmt.Println(err != nil)
	// Output:
	// true <nil>
	// true <nil>
	// true
}
