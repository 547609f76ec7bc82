// A plain compiled differ, as tools that watch a user interface have it: what uidiff is compared with.
//
// Elements have the numbers of a walk through their tree. The list of the last read is indexed by number, the new tree
// is flattened into a list whose elements know the roles above them, and elements of one number are compared field by
// field. So an element that was inserted shifts the numbers of all behind it, which are then told as changed: this tool
// does not find out which element is which. That is the question that uidiff answers; the comparison is of the time.
//
// Input: a JSON file {"before": [element], "after": [element]}, elements nested. Output: the nanoseconds of the fastest
// of several rounds, and the number of changes, as JSON. Reading the file is not measured.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"
)

// Element is an element of the tree, as it was read.
type Element struct {
	ID          int       `json:"id"`
	Role        string    `json:"role"`
	Name        string    `json:"name"`
	Value       string    `json:"value"`
	Description string    `json:"description"`
	URL         string    `json:"url"`
	Bounds      [4]int    `json:"bounds"`
	States      States    `json:"states"`
	Actions     []string  `json:"actions"`
	Children    []Element `json:"children"`
}

// States are those that such tools know of.
type States struct {
	Disabled  bool `json:"disabled"`
	Expanded  bool `json:"expanded"`
	Focusable bool `json:"focusable"`
	Focused   bool `json:"focused"`
	Selected  bool `json:"selected"`
}

// FlatElement is an element without its children, with the roles above it.
type FlatElement struct {
	ID          int
	Role        string
	Name        string
	Value       string
	Description string
	URL         string
	Bounds      [4]int
	States      States
	Actions     []string
	Path        string
}

// Change is an element that was added, removed or changed; of the latter each field that differs, before and after.
type Change struct {
	Kind    string
	Element *FlatElement
	Fields  map[string][2]string
}

func flatten(elements []Element) []FlatElement {
	var flat []FlatElement
	for i := range elements {
		flat = appendFlat(flat, &elements[i], "")
	}
	return flat
}

func appendFlat(flat []FlatElement, element *Element, path string) []FlatElement {
	if path == "" {
		path = element.Role
	} else {
		path += " > " + element.Role
	}
	flat = append(flat, FlatElement{
		ID:          element.ID,
		Role:        element.Role,
		Name:        element.Name,
		Value:       element.Value,
		Description: element.Description,
		URL:         element.URL,
		Bounds:      element.Bounds,
		States:      element.States,
		Actions:     element.Actions,
		Path:        path,
	})
	for i := range element.Children {
		flat = appendFlat(flat, &element.Children[i], path)
	}
	return flat
}

func diff(before []FlatElement, after []Element) []Change {
	known := make(map[int]*FlatElement, len(before))
	for i := range before {
		known[before[i].ID] = &before[i]
	}
	flat := flatten(after)
	seen := make(map[int]bool, len(flat))
	var changes []Change
	for i := range flat {
		element := &flat[i]
		seen[element.ID] = true
		old, ok := known[element.ID]
		if !ok {
			changes = append(changes, Change{Kind: "added", Element: element})
		} else if fields := compare(old, element); len(fields) > 0 {
			changes = append(changes, Change{Kind: "changed", Element: element, Fields: fields})
		}
	}
	for i := range before {
		if !seen[before[i].ID] {
			changes = append(changes, Change{Kind: "removed", Element: &before[i]})
		}
	}
	return changes
}

func compare(old, new *FlatElement) map[string][2]string {
	var fields map[string][2]string
	differs := func(field, before, after string) {
		if fields == nil {
			fields = make(map[string][2]string)
		}
		fields[field] = [2]string{before, after}
	}
	if old.Role != new.Role {
		differs("role", old.Role, new.Role)
	}
	if old.Name != new.Name {
		differs("name", old.Name, new.Name)
	}
	if old.Value != new.Value {
		differs("value", old.Value, new.Value)
	}
	if old.Description != new.Description {
		differs("description", old.Description, new.Description)
	}
	if old.URL != new.URL {
		differs("url", old.URL, new.URL)
	}
	if old.Path != new.Path {
		differs("path", old.Path, new.Path)
	}
	if old.Bounds != new.Bounds {
		differs("bounds", fmt.Sprint(old.Bounds), fmt.Sprint(new.Bounds))
	}
	if old.States != new.States {
		for _, state := range []struct {
			name     string
			old, new bool
		}{
			{"disabled", old.States.Disabled, new.States.Disabled},
			{"expanded", old.States.Expanded, new.States.Expanded},
			{"focusable", old.States.Focusable, new.States.Focusable},
			{"focused", old.States.Focused, new.States.Focused},
			{"selected", old.States.Selected, new.States.Selected},
		} {
			if state.old != state.new {
				differs(state.name, strconv.FormatBool(state.old), strconv.FormatBool(state.new))
			}
		}
	}
	if !slices.Equal(old.Actions, new.Actions) {
		differs("actions", fmt.Sprint(old.Actions), fmt.Sprint(new.Actions))
	}
	return fields
}

func main() {
	rounds, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var given struct{ Before, After []Element }
	if err := json.Unmarshal(text, &given); err != nil {
		panic(err)
	}
	before := flatten(given.Before)
	best, changes := time.Duration(1<<62), 0
	for range rounds {
		start := time.Now()
		changes = len(diff(before, given.After))
		best = min(best, time.Since(start))
	}
	fmt.Printf("{\"ns\": %d, \"changes\": %d}\n", best.Nanoseconds(), changes)
}
