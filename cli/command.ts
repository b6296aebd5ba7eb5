import type { Context } from '../src/access/context.ts';
import { actAsPlatform, type Platform } from '../src/access/platform.ts';
import { assertAccount } from '../src/features/accounts/accounts.ts';
import type { FileStore } from '../src/lib/files/store.ts';
import type { SecretBox } from '../src/lib/secretBox.ts';
import type { Tools } from '../src/tools.ts';
import { readFlags, UsageFault, type Flags, type FlagValues } from '../src/lib/flags.ts';

/** What a command prints: the members of one JSON line. */
export type Answer = Record<string, unknown>;

export type Command = {
  /** The words that call it. */
  name: string;
  about: string;
  flags: Flags;
  /** Reads the arguments, or throws a UsageFault; what comes back lacks only the database. */
  accept(args: readonly string[]): Promise<(operator: Operator) => Promise<Answer>>;
};

/** The platform, the key to its secrets and what the service works with, for the few commands that need them. */
export type Operator = Platform & {
  openBox: () => Promise<SecretBox>;
  openFiles: () => FileStore;
  /** Everything that the service works with, closed when the command is done. */
  openTools: () => Promise<Tools>;
  public_url: string;
};

type Declaration<F extends Flags> = {
  about: string;
  flags: F;
  run: (operator: Operator, flags: FlagValues<F>) => Promise<Answer>;
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

/** The operator acting on one account, or on what is the platform's own. */
export async function actFor(
  operator: Platform,
  { account, platform }: { account: string | undefined; platform: boolean },
): Promise<Context> {
  if (platform === (account !== undefined)) throw new UsageFault('either --account or --platform is needed');
  return account === undefined ? actAsPlatform(operator) : actIn(operator, account);
}

/** The operator acting on one account. */
export async function actIn({ db, now }: Platform, account_id: string): Promise<Context> {
  await assertAccount({ db, now }, account_id);
  return { db, now, account_id, actor: { kind: 'system' } };
}
