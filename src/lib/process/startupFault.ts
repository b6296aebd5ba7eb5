/** Thrown to end the start. The message is shown to the operator without a stack. */
export class StartupFault extends Error {
  override name = 'StartupFault';
}

/**
 * Returns the message of a failed start for the operator. Errors of system calls, such as a missing permission, explain
 * themselves. Returns undefined for all other errors: these are defects and keep their stack.
 */
export function describeStartFailure(error: unknown): string | undefined {
  if (error instanceof StartupFault) return error.message;
  if (error instanceof Error && 'syscall' in error) return `The service cannot start: ${error.message}`;
  return undefined;
}

/** `setting` is the name of the setting that contains the port. */
export type ListenAddress = { host: string; port: number; setting: string };

const FIRST_UNPRIVILEGED_PORT = 1_024;

/** Describes a port that cannot be opened, with advice if the cause is known. */
export function cannotListenFault({ host, port, setting }: ListenAddress, error: unknown): StartupFault {
  const reason = error instanceof Error ? error.message : String(error);
  const advice = adviseOn(codeOf(error), port, setting);
  return new StartupFault(`Cannot listen on ${host}:${port}: ${reason}${advice}`, { cause: error });
}

function adviseOn(code: unknown, port: number, setting: string): string {
  if (code === 'EADDRINUSE') return `; set ${setting} to another port, or to 0 for any free port`;
  if (code === 'EACCES' && port < FIRST_UNPRIVILEGED_PORT)
    return `; ports below 1024 need a privilege: set ${setting} to a higher port and put a proxy in front, or give the process CAP_NET_BIND_SERVICE`;
  return '';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
