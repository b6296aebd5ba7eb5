import type { Context } from '../src/access/context.ts';
import type { CommandOptions } from '../src/commands/backups.ts';
import { actAsPlatform, type PlatformContext } from '../src/access/platform.ts';
import { assertAccountExists } from '../src/features/accounts/accounts.ts';
import { readFlags, UsageFault, type Flags, type FlagValues } from '../src/lib/process/flags.ts';

/** The result of a command. With `--json`, its members are printed as one line of JSON. */
export type CommandOutput = Record<string, unknown>;

export type Command = {
  /** The words that call the command, such as `key create`. */
  name: string;
  about: string;
  flags: Flags;
  /**
   * Validates the arguments and returns the function that runs the command. Throws a UsageFault if an argument is
   * wrong.
   */
  accept(args: readonly string[]): Promise<Run>;
};

/** A command with validated arguments. It needs an open database, or only the settings of the installation. */
type Run =
  | {
      needs: 'database';
      run: (operator: PlatformContext, interrupted: AbortSignal) => Promise<CommandOutput>;
    }
  | { needs: 'settings'; run: (installation: CommandOptions) => Promise<CommandOutput> };

type Declaration<F extends Flags, Actor> = {
  about: string;
  flags: F;
  run: (actor: Actor, flags: FlagValues<F>, interrupted: AbortSignal) => Promise<CommandOutput>;
};

export function command<F extends Flags>(
  name: string,
  { about, flags, run }: Declaration<F, PlatformContext>,
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

/** Declares a command that opens the database itself, because the database may be empty or a different one. */
export function installationCommand<F extends Flags>(
  name: string,
  { about, flags, run }: Declaration<F, CommandOptions>,
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

/** Returns a context for an account or for the platform. Exactly one of the two flags must be given. */
export async function contextFor(
  operator: PlatformContext,
  { account, platform }: { account: string | undefined; platform: boolean },
): Promise<Context> {
  if (platform === (account !== undefined)) throw new UsageFault('either --account or --platform is needed');
  return account === undefined ? actAsPlatform(operator) : contextIn(operator, account);
}

/** Returns a context in which the operator acts on one account. */
export async function contextIn(operator: PlatformContext, account_id: string): Promise<Context> {
  await assertAccountExists(operator, account_id);
  const { db, now, tools } = operator;
  return { db, now, tools, account_id, actor: { kind: 'system' } };
}
