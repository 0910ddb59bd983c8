// Prints, as JSON, what OpenAPI does not say of the fields of Kubernetes' types: whether a field is a pointer, whether
// its zero value is left out, and the name of its Go type. Used by `npm run type-table`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type fieldFacts struct {
	Name string `json:"name"`
	// As Go prints it, without the pointer: `[]v1.Container`.
	GoType  string `json:"goType"`
	Pointer bool   `json:"pointer,omitempty"`
	// Struct, slice, map, string and so on.
	Kind      string `json:"kind"`
	OmitEmpty bool   `json:"omitEmpty,omitempty"`
	OmitZero  bool   `json:"omitZero,omitempty"`
}

func main() {
	known := runtime.NewScheme()
	utilruntime.Must(scheme.AddToScheme(known))
	utilruntime.Must(apiextensions.AddToScheme(known))
	utilruntime.Must(apiregistration.AddToScheme(known))
	facts := map[string][]fieldFacts{}
	for _, goType := range known.AllKnownTypes() {
		visit(goType, facts)
	}
	if err := json.NewEncoder(os.Stdout).Encode(facts); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func visit(goType reflect.Type, facts map[string][]fieldFacts) {
	switch goType.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		visit(goType.Elem(), facts)
		return
	case reflect.Struct:
	default:
		return
	}
	name := openAPIName(goType)
	if _, seen := facts[name]; seen {
		return
	}
	facts[name] = nil
	facts[name] = fieldsOf(goType, facts)
}

func fieldsOf(goType reflect.Type, facts map[string][]fieldFacts) []fieldFacts {
	fields := []fieldFacts{}
	for index := range goType.NumField() {
		field := goType.Field(index)
		tag, isTagged := field.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		if !field.IsExported() || !isTagged || name == "-" {
			continue
		}
		if name == "" {
			fields = append(fields, fieldsOf(field.Type, facts)...)
			continue
		}
		held := field.Type
		isPointer := held.Kind() == reflect.Pointer
		if isPointer {
			held = held.Elem()
		}
		visit(held, facts)
		fields = append(fields, fieldFacts{
			Name:      name,
			GoType:    held.String(),
			Pointer:   isPointer,
			Kind:      held.Kind().String(),
			OmitEmpty: hasOption(options, "omitempty"),
			OmitZero:  hasOption(options, "omitzero"),
		})
	}
	return fields
}

func hasOption(options, wanted string) bool {
	for _, option := range strings.Split(options, ",") {
		if option == wanted {
			return true
		}
	}
	return false
}

// openAPIName turns `k8s.io/api/core/v1.Pod` into `io.k8s.api.core.v1.Pod`.
func openAPIName(goType reflect.Type) string {
	host, rest, _ := strings.Cut(goType.PkgPath(), "/")
	labels := strings.Split(host, ".")
	for left, right := 0, len(labels)-1; left < right; left, right = left+1, right-1 {
		labels[left], labels[right] = labels[right], labels[left]
	}
	return strings.Join(labels, ".") + "." + strings.ReplaceAll(rest, "/", ".") + "." + goType.Name()
}
