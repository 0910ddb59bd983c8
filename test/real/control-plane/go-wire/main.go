// Prints, as JSON, the field numbers that Kubernetes' types have in Protocol Buffers. Used by `npm run wire-table`.
// A row is `NUMBER:NAME` for each field; a field of a struct that JSON writes in place is `NUMBER:>TYPE`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	known := runtime.NewScheme()
	utilruntime.Must(scheme.AddToScheme(known))
	rows := map[string]string{}
	for _, goType := range known.AllKnownTypes() {
		visit(goType, rows)
	}
	if err := json.NewEncoder(os.Stdout).Encode(rows); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func visit(goType reflect.Type, rows map[string]string) {
	switch goType.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		visit(goType.Elem(), rows)
		return
	case reflect.Struct:
	default:
		return
	}
	name := openAPIName(goType)
	if _, seen := rows[name]; seen {
		return
	}
	rows[name] = ""
	fields := []string{}
	for index := range goType.NumField() {
		field := goType.Field(index)
		wire, isSent := field.Tag.Lookup("protobuf")
		parts := strings.Split(wire, ",")
		if !isSent || len(parts) < 2 {
			continue
		}
		visit(field.Type, rows)
		shown, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if shown == "" {
			shown = ">" + openAPIName(field.Type)
		}
		fields = append(fields, parts[1]+":"+shown)
	}
	rows[name] = strings.Join(fields, " ")
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
