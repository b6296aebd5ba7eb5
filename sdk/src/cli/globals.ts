import { suggest, UsageFault } from './fault.ts';
import type { Environment } from './keeping.ts';
import { assertProfileName, withProfile } from './profiles.ts';

export const OUTPUTS = ['table', 'json', 'csv', 'yaml'] as const;
export type OutputFormat = (typeof OUTPUTS)[number];

/** The flags that each command accepts, and the other words. */
export type Globals = {
  args: readonly string[];
  output: OutputFormat;
  /** True if all pages of a list are read. */
  is_all: boolean;
  asks_help: boolean;
  asks_version: boolean;
  env: Environment;
};

/** Separates the flags that each command accepts from the other words. */
export function parseGlobals(words: readonly string[], env: Environment): Globals {
  const args: string[] = [];
  const found = new Map<string, string>();
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [flag = '', ...rest] = word.split('=');
    if (SWITCHES.has(word)) found.set(SWITCHES.get(word) ?? '', 'true');
    else if (VALUES.includes(flag))
      found.set(flag, rest.length > 0 ? rest.join('=') : valueAfter(flag, left));
    else args.push(word);
  }
  const [first] = args;
  const profile = found.get('--profile');
  if (env['TENANT_OPS_PROFILE']) assertProfileName(env['TENANT_OPS_PROFILE']);
  return {
    args: args.filter((word, at) => at > 1 || word !== 'help'),
    output: found.has('--json') ? 'json' : readOutput(found.get('--output') ?? env['TENANT_OPS_OUTPUT']),
    is_all: found.has('--all'),
    asks_help: found.has('--help') || first === 'help' || (first === undefined && !found.has('--version')),
    asks_version: found.has('--version') && first === undefined,
    env: profile === undefined ? env : withProfile(env, profile, { is_login: first === 'login' }),
  };
}

/** True if errors are printed as JSON, also those in the flags themselves. */
export function asksJson(words: readonly string[], env: Environment): boolean {
  const at = words.findIndex((word) => word === '--output' || word.startsWith('--output='));
  const given = words[at] === '--output' ? words[at + 1] : words[at]?.slice('--output='.length);
  return words.includes('--json') || (at === -1 ? env['TENANT_OPS_OUTPUT'] : given) === 'json';
}

const SWITCHES: ReadonlyMap<string, string> = new Map([
  ['--json', '--json'],
  ['--all', '--all'],
  ['--help', '--help'],
  ['-h', '--help'],
  ['--version', '--version'],
]);
const VALUES: readonly string[] = ['--output', '--profile'];

function valueAfter(flag: string, left: string[]): string {
  const word = left.shift();
  if (word === undefined) throw new UsageFault(`${flag} needs a value`);
  return word;
}

function readOutput(text: string | undefined): OutputFormat {
  if (!text) return 'table';
  const output = OUTPUTS.find((one) => one === text);
  if (output) return output;
  throw new UsageFault(
    `--output cannot be “${text}”${suggest(text, OUTPUTS) || `: ${OUTPUTS.join(', ')} can`}`,
  );
}
