//go:build tools

// kwok plays the kubelet: it makes pods run on a node that does not exist.
package tools

import _ "sigs.k8s.io/kwok/cmd/kwok"
