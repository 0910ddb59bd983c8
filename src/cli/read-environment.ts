/** What a command takes from the environment besides the variables that the configuration names. */
export interface Environment {
  readonly kubeconfig: string | undefined;
  readonly searchPath: string;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly noColor: string | undefined;
  readonly term: string | undefined;
  readonly debug: string | undefined;
}

export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  return {
    kubeconfig: variables["KUBECONFIG"],
    searchPath: variables["PATH"] ?? "",
    httpsProxy: variables["HTTPS_PROXY"] ?? variables["https_proxy"],
    noProxy: variables["NO_PROXY"] ?? variables["no_proxy"],
    noColor: variables["NO_COLOR"],
    term: variables["TERM"],
    debug: variables["LOCKSTEP_DEBUG"],
  };
}
