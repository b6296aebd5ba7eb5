import { escapeLine, escapeText } from '../sdk/src/cli/escape.ts';
import { showAnswer } from '../sdk/src/cli/show.ts';
import { Failure, type FailureCode } from '../src/lib/errors.ts';
import { UsageFault } from '../src/lib/process/flags.ts';
import { isDatabaseUnavailable } from '../src/lib/sql/sql.ts';
import { StartupFault } from '../src/lib/process/startupFault.ts';
import type { CommandOutput } from './command.ts';

/**
 * Prints the answer on standard output: with `--json` as one line of JSON, otherwise as text. Faults in text form go to
 * standard error instead.
 */
export function printAnswer(answer: CommandOutput, as_json: boolean): void {
  process.stdout.write(`${as_json ? escapeLine(JSON.stringify(answer)) : escapeText(textOf(answer))}\n`);
}

/** Prints the fault and returns its exit code. */
export function printFault(fault: unknown, as_json: boolean): number {
  const { exit_code, ...body } = explain(fault);
  if (as_json) process.stdout.write(`${escapeLine(JSON.stringify(body))}\n`);
  else process.stderr.write(`${escapeText(body.message)}\n`);
  return exit_code;
}

function textOf({ usage, ...members }: CommandOutput): string {
  return typeof usage === 'string' ? usage : showAnswer(members);
}

type Explanation = { error: FailureCode; message: string; exit_code: number };

function explain(fault: unknown): Explanation {
  if (fault instanceof UsageFault) return { error: 'BAD_REQUEST', message: fault.message, exit_code: 2 };
  if (fault instanceof Failure) return { error: fault.code, message: fault.message, exit_code: 1 };
  if (fault instanceof StartupFault) return { error: 'INTERNAL_ERROR', message: fault.message, exit_code: 1 };
  if (fault instanceof Error && fault.name === 'AbortError') {
    return { error: 'INTERNAL_ERROR', message: 'Interrupted; nothing was changed', exit_code: 130 };
  }
  if (fault instanceof Error && isDatabaseUnavailable(fault)) {
    return {
      error: 'INTERNAL_ERROR',
      message: `The database is unavailable: ${fault.message}`,
      exit_code: 1,
    };
  }
  process.stderr.write(
    `${escapeText(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))}\n`,
  );
  return { error: 'INTERNAL_ERROR', message: `Unexpected: ${String(fault)}`, exit_code: 1 };
}
