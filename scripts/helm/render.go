// Renders a chart as `helm template` does, with the same template engine (Go's text/template) and the same functions (sprig), both as
// Debian packages them. For machines that have no helm.
//
//	render.go CHART RELEASE NAMESPACE [VALUES.json]
//
// It prints a JSON object of what each file under templates/ became. The check of values against values.schema.json, subcharts, `tpl`,
// `lookup` and .Files are left out: this chart uses none but the first, which the caller does.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type values = map[string]interface{}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return errors.New("usage: render.go CHART RELEASE NAMESPACE [VALUES.json]")
	}
	chart, release, namespace := args[0], args[1], args[2]
	defaults, err := read(filepath.Join(chart, "values.yaml"))
	if err != nil {
		return err
	}
	for _, file := range args[3:] {
		given, err := read(file)
		if err != nil {
			return err
		}
		overlay(defaults, given)
	}
	about, err := read(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	rendered, err := render(chart, values{
		"Values":  defaults,
		"Chart":   values{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": values{"Name": release, "Namespace": namespace, "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(rendered)
}

func read(path string) (values, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parsed := values{}
	if err := yaml.Unmarshal(text, &parsed); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return parsed, nil
}

// overlay does what Helm does with several files of values: maps are joined, null removes, everything else is replaced.
func overlay(under, over values) {
	for name, value := range over {
		above, isMap := value.(values)
		below, wasMap := under[name].(values)
		switch {
		case value == nil:
			delete(under, name)
		case isMap && wasMap:
			overlay(below, above)
		default:
			under[name] = value
		}
	}
}

func render(chart string, context values) (map[string]string, error) {
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, name, context); err != nil {
			return nil, err
		}
		rendered[name] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return rendered, nil
}

func functions(all *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	delete(known, "env")
	delete(known, "expandenv")
	known["include"] = func(name string, data interface{}) (string, error) {
		var out strings.Builder
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	known["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	known["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	known["toJson"] = func(value interface{}) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}
	return known
}
