import type { Context } from '../src/access/context.ts';
import type { Platform } from '../src/access/platform.ts';
import { assertAccount } from '../src/features/accounts/accounts.ts';
import { readFlags, type Flags, type FlagValues } from '../src/lib/flags.ts';

/** What a command prints: the members of one JSON line. */
export type Answer = Record<string, unknown>;

export type Command = {
  /** The words that call it. */
  name: string;
  about: string;
  flags: Flags;
  /** Reads the arguments, or throws a UsageFault; what comes back lacks only the database. */
  accept(args: readonly string[]): Promise<(platform: Platform) => Promise<Answer>>;
};

type Declaration<F extends Flags> = {
  about: string;
  flags: F;
  run: (platform: Platform, flags: FlagValues<F>) => Promise<Answer>;
};

export function command<F extends Flags>(name: string, { about, flags, run }: Declaration<F>): Command {
  return {
    name,
    about,
    flags,
    async accept(args) {
      const values = await readFlags(flags, args);
      return (platform) => run(platform, values);
    },
  };
}

/** The operator acting on one account. */
export async function actIn(platform: Platform, account_id: string): Promise<Context> {
  await assertAccount(platform, account_id);
  return { ...platform, account_id, actor: { kind: 'system' } };
}
