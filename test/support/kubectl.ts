import { execFile } from "node:child_process";
import { realCluster } from "./real-cluster.ts";

const TIMEOUT_MS = 60_000;

/** How `kubectl` ended. */
export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the machine's kubectl on the shared control plane: as a person does, with kubectl's own field managers. `editor` is the shell
 * command that `kubectl edit` runs on its file: `sed -i s/1/2/`.
 */
export async function kubectl(
  args: readonly string[],
  {
    kubeconfig = realCluster().kubeconfig,
    input = "",
    editor,
  }: { kubeconfig?: string; input?: string; editor?: string } = {},
): Promise<KubectlResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      "kubectl",
      [`--kubeconfig=${kubeconfig}`, ...args],
      { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024, ...editorOf(editor) },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== "number") reject(error);
        else resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}

function editorOf(editor: string | undefined): { readonly env?: Record<string, string> } {
  if (editor === undefined) return {};
  return { env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/nonexistent", EDITOR: editor } };
}
