import { FIRST_WORDS } from '../sdk/src/cli/run.ts';
import type { Command } from './command.ts';

export const CLI_NAME = 'npm run -s cli --';
export const HELP = `${CLI_NAME} help`;

export function helpOf(commands: readonly Command[]): string {
  const [only, ...more] = commands;
  return only && more.length === 0 ? describe(only) : overview(commands);
}

function overview(commands: readonly Command[]): string {
  return [
    `Usage: ${CLI_NAME} <command> <flags> [--json]`,
    '',
    ...columns(commands.map(({ name, about }) => [name, about])),
    '',
    ...columns([
      ['--json', 'Print exactly one line of JSON'],
      ['--help', 'After a command: describe its flags'],
    ]),
    '',
    'DATA_DIR and DATABASE_URL select the database, as for the server. The server can be running or stopped.',
    '',
    `Over HTTP with an API key, at any installation: ${FIRST_WORDS.join(', ')} (${CLI_NAME} tasks).`,
  ].join('\n');
}

function describe({ name, about, flags }: Command): string {
  const entries = Object.entries(flags).map(
    ([flag, { value, about }]) => [`--${flag} ${value}`, about] as const,
  );
  return [
    `Usage: ${CLI_NAME} ${[name, ...entries.map(([flag]) => flag)].join(' ')} [--json]`,
    '',
    `${about}.`,
    '',
    ...columns(entries),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
