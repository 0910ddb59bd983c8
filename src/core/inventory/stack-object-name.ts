/** The name of what a stack has in the agent's namespace: the ConfigMap that is its parent, and its Lease. */
export function stackObjectName(stack: string): string {
  return `lockstep-${stack}`;
}
