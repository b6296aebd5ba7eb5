import type { Context } from '../src/access/context.ts';
import type { Installation } from '../src/commands/backups.ts';
import { actAsPlatform, type Platform } from '../src/access/platform.ts';
import { assertAccount } from '../src/features/accounts/accounts.ts';
import { readFlags, UsageFault, type Flags, type FlagValues } from '../src/lib/process/flags.ts';

/** The output of a command: the members of one JSON line. */
export type CommandOutput = Record<string, unknown>;

export type Command = {
  /** The words of the command. */
  name: string;
  about: string;
  flags: Flags;
  /** Reads the arguments, or throws a UsageFault. */
  accept(args: readonly string[]): Promise<Run>;
};

/** The rest of a command: it needs the database of the installation, or only its settings. */
type Run =
  | { needs: 'database'; run: (operator: Platform, interrupted: AbortSignal) => Promise<CommandOutput> }
  | { needs: 'settings'; run: (installation: Installation) => Promise<CommandOutput> };

type Declaration<F extends Flags, Actor> = {
  about: string;
  flags: F;
  run: (actor: Actor, flags: FlagValues<F>, interrupted: AbortSignal) => Promise<CommandOutput>;
};

export function command<F extends Flags>(
  name: string,
  { about, flags, run }: Declaration<F, Platform>,
): Command {
  return {
    name,
    about,
    flags,
    async accept(args) {
      const values = await readFlags(flags, args);
      return { needs: 'database', run: (operator, interrupted) => run(operator, values, interrupted) };
    },
  };
}

/** A command that opens the database itself, since it may be empty, or another one. */
export function installationCommand<F extends Flags>(
  name: string,
  { about, flags, run }: Declaration<F, Installation>,
): Command {
  return {
    name,
    about,
    flags,
    async accept(args) {
      const values = await readFlags(flags, args);
      return {
        needs: 'settings',
        run: (installation) => run(installation, values, installation.interrupted),
      };
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
