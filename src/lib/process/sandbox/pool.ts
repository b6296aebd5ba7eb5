import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SandboxFailure, SandboxUnavailable, type SandboxEndReason } from './failure.ts';
import { CPU_LIMIT_SIGNAL, type SandboxReply, type SandboxOptions } from './limits.ts';

/** The child processes of one sandbox: busy ones, and idle ones for later jobs. */
export type ProcessPool = {
  ask(job: unknown): Promise<SandboxReply>;
  close(): Promise<void>;
};

type Process = {
  child: ChildProcess;
  /** Resolves when the process has loaded its program, which does not count as time of a job. */
  ready: Promise<void>;
  stderr: () => string;
  jobs: number;
  idle_timer?: NodeJS.Timeout;
};

export function createProcessPool(program: URL, options: SandboxOptions): ProcessPool {
  const { jobs_per_process = Infinity, timeout_ms } = options;
  const living = new Set<Process>();
  const idle = keepIdle(options.idle_ms);
  let is_closed = false;

  const start = (): Process => {
    const process = startProcess(program, options);
    living.add(process);
    const forget = () => {
      living.delete(process);
      idle.remove(process);
    };
    process.child.once('close', forget).once('error', forget);
    return process;
  };

  return {
    async ask(job) {
      if (is_closed) throw new SandboxUnavailable('the sandbox is closed');
      const process = idle.take() ?? start();
      try {
        await process.ready;
        process.jobs++;
        const reply = await askOnce(process, job, timeout_ms);
        if (!reply.is_reusable || process.jobs >= jobs_per_process) void end(process);
        else idle.add(process);
        return reply;
      } catch (error) {
        void end(process);
        if (is_closed) throw new SandboxUnavailable('the sandbox is closed', { cause: error });
        // A replacement starts immediately, so that the next job does not wait for the start.
        if (error instanceof SandboxFailure) idle.add(start());
        throw error;
      }
    },
    async close() {
      is_closed = true;
      await Promise.all(Array.from(living, end));
    },
  };
}

/** Idle processes. A process is removed from the list before it is ended, so that it gets no job. */
function keepIdle(idle_ms: number) {
  const idle: Process[] = [];
  const remove = (process: Process) => {
    clearTimeout(process.idle_timer);
    const at = idle.indexOf(process);
    if (at >= 0) idle.splice(at, 1);
  };
  return {
    remove,
    add(process: Process) {
      setReferenced(process.child, false);
      idle.push(process);
      process.idle_timer = setTimeout(() => {
        remove(process);
        void end(process);
      }, idle_ms).unref();
    },
    /** Returns the most recently used process, so that the others reach their idle timeout. */
    take(): Process | undefined {
      const process = idle.findLast(({ child }) => child.connected);
      if (!process) return undefined;
      remove(process);
      setReferenced(process.child, true);
      return process;
    },
  };
}

/** Starts a process with an empty environment, because a parser must not see the service's secrets. */
function startProcess(program: URL, { timeout_ms: _, ...limits }: SandboxOptions): Process {
  const child = forkOrThrow(program, {
    args: [JSON.stringify(limits)],
    flags: [`--max-old-space-size=${limits.heap_mb}`, '--disable-sigusr1'],
  });
  // Ignores errors without a listener, such as a message to a process that has just ended.
  child.on('error', () => {});
  const stderr = keepEnd(child);
  const ready = whenReady(child, stderr);
  // The job that uses the process reports the error.
  ready.catch(() => {});
  return { child, ready, stderr, jobs: 0 };
}

/**
 * Throws SandboxUnavailable if the process cannot start. Some failures, such as too many processes, are thrown here;
 * others arrive later as an `error` event.
 */
function forkOrThrow(program: URL, { args, flags }: { args: string[]; flags: string[] }): ChildProcess {
  try {
    return fork(fileURLToPath(program), args, {
      serialization: 'advanced',
      env: {},
      execArgv: flags,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  } catch (cause) {
    throw new SandboxUnavailable('a sandbox process did not start', { cause });
  }
}

const MAX_STDERR_CHARACTERS = 2_000;

/** Keeps the last stderr output, in which V8 and Node report why the process ended. */
function keepEnd({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.setEncoding('utf8').on('data', (piece: string) => {
    text = `${text}${piece}`.slice(-MAX_STDERR_CHARACTERS);
  });
  return () => text;
}

function whenReady(child: ChildProcess, stderr: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', (cause) =>
      reject(new SandboxUnavailable('a sandbox process did not start', { cause })),
    );
    child.once('close', () =>
      reject(new SandboxUnavailable('a sandbox process ended while it started', { cause: stderr() })),
    );
  });
}

function askOnce(process: Process, job: unknown, timeout_ms: number): Promise<SandboxReply> {
  const { child } = process;
  return new Promise((resolve, reject) => {
    let is_late = false;
    const timer = setTimeout(() => {
      is_late = true;
      child.kill('SIGKILL');
    }, timeout_ms);
    const onReply = (reply: SandboxReply) => {
      settle();
      resolve(reply);
    };
    const onClose = (code: number | null, signal: NodeJS.Signals | null) => {
      settle();
      reject(new SandboxFailure(is_late ? 'too_slow' : endOf(code, signal), process.stderr()));
    };
    const settle = () => {
      clearTimeout(timer);
      child.off('message', onReply).off('close', onClose);
    };
    child.once('message', onReply).once('close', onClose);
    // A failed send means that the process has just ended; the `close` event reports that.
    child.send(job as object, () => {});
  });
}

/**
 * Signals of an exceeded memory limit: SIGKILL comes from the watchdog or the kernel; V8 aborts above its heap limit
 * and traps for a single allocation that is too large.
 */
const MEMORY_SIGNALS = new Set<unknown>(['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL']);
const ABORTED = 134;

function endOf(code: number | null, signal: NodeJS.Signals | null): SandboxEndReason {
  if (signal === CPU_LIMIT_SIGNAL) return 'too_slow';
  return MEMORY_SIGNALS.has(signal) || code === ABORTED ? 'out_of_memory' : 'crashed';
}

async function end({ child }: Process): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  setReferenced(child, true);
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/**
 * Unreferences an idle process, so that it does not keep the service running. When the service ends, the IPC channel
 * closes and the child exits.
 */
function setReferenced(child: ChildProcess, is_referenced: boolean): void {
  const handles: unknown[] = [child, child.channel, child.stderr];
  for (const handle of handles) {
    if (is_referenced) (handle as { ref?: () => void } | null)?.ref?.();
    else (handle as { unref?: () => void } | null)?.unref?.();
  }
}
