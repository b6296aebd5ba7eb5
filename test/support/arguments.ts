import { parseArgs } from 'node:util';
import { SHARDS, type Shard } from './shards.ts';

export type TestArguments = {
  /** Files, folders or patterns; none means every file of the chosen shards. */
  patterns: string[];
  /** Selects tests whose name contains one of these texts. */
  names: string[];
  is_changed_only: boolean;
  is_every_shard: boolean;
  /** Runs only this shard. */
  shard: Shard | undefined;
  is_list: boolean;
};

export const USAGE = `npm test                              the checks and the first tier
npm test -- FILE … [-t NAME]          these files, folders or patterns; only tests whose name contains NAME
npm test -- --changed                 the tests that mirror the files changed since main
npm run test:all                      the checks and every shard
npm run test:all -- --shard SHARD     one shard, without the checks
npm run test:all -- --list            the shards, what they contain and need`;

const OPTIONS = {
  all: { type: 'boolean' },
  changed: { type: 'boolean' },
  list: { type: 'boolean' },
  shard: { type: 'string' },
  'test-name': { type: 'string', short: 't', multiple: true },
} as const;

/** Throws an error with a message for the terminal. */
export function parseTestArguments(args: string[]): TestArguments {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const parsed: TestArguments = {
    patterns: positionals,
    // A terminal may send a letter and its accent as two code points.
    names: (values['test-name'] ?? []).map((name) => name.normalize('NFC')),
    is_changed_only: values.changed ?? false,
    is_every_shard: values.all ?? false,
    shard: values.shard === undefined ? undefined : readShard(values.shard),
    is_list: values.list ?? false,
  };
  if (parsed.names.length > 0 && positionals.length === 0)
    throw new Error('-t NAME needs the files that have the test: npm test -- FILE -t NAME');
  if (positionals.length > 0 && (parsed.is_changed_only || parsed.shard))
    throw new Error('name files, or use --changed or --shard, not both');
  return parsed;
}

function readShard(name: string): Shard {
  const shard = SHARDS.find((one) => one.name === name);
  if (shard) return shard;
  throw new Error(`--shard ${name}: must be one of ${SHARDS.map((one) => one.name).join(', ')}`);
}
