import type { Context } from '../src/access/context.ts';
import { actAsPlatform, type Platform } from '../src/access/platform.ts';
import { assertAccount } from '../src/features/accounts/accounts.ts';
import { readFlags, UsageFault, type Flags, type FlagValues } from '../src/lib/flags.ts';

/** What a command prints: the members of one JSON line. */
export type Answer = Record<string, unknown>;

export type Command = {
  /** The words of the command. */
  name: string;
  about: string;
  flags: Flags;
  /** Reads the arguments, or throws a UsageFault; what comes back lacks only the database. */
  accept(args: readonly string[]): Promise<(operator: Platform) => Promise<Answer>>;
};

type Declaration<F extends Flags> = {
  about: string;
  flags: F;
  run: (operator: Platform, flags: FlagValues<F>) => Promise<Answer>;
};

export function command<F extends Flags>(name: string, { about, flags, run }: Declaration<F>): Command {
  return {
    name,
    about,
    flags,
    async accept(args) {
      const values = await readFlags(flags, args);
      return (operator) => run(operator, values);
    },
  };
}

/** The operator acting on an account or on the platform. */
export async function actFor(
  operator: Platform,
  { account, platform }: { account: string | undefined; platform: boolean },
): Promise<Context> {
  if (platform === (account !== undefined)) throw new UsageFault('either --account or --platform is needed');
  return account === undefined ? actAsPlatform(operator) : actIn(operator, account);
}

/** The operator acting on one account. */
export async function actIn(operator: Platform, account_id: string): Promise<Context> {
  await assertAccount(operator, account_id);
  const { db, now, tools } = operator;
  return { db, now, tools, account_id, actor: { kind: 'system' } };
}
