//go:build tools

// Gitea plays the forge: pull requests and commit statuses of a real server.
package tools

import _ "code.gitea.io/gitea"
