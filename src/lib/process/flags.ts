import { parseArgs } from 'node:util';
import { WrongValue } from './settings.ts';

/** One flag of a command, with the parser for all values given for it. */
export type Flag<T> = {
  /** The placeholder of the value in the help. */
  value: string;
  about: string;
  /** True for a flag without a value. */
  is_switch?: true;
  read(texts: readonly string[]): T | Promise<T>;
};
export type Flags = Record<string, Flag<unknown>>;
export type FlagValues<F extends Flags> = { [Name in keyof F]: Awaited<ReturnType<F[Name]['read']>> };

/** Thrown if the arguments are invalid; the command has done nothing. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}

/** Parses all flags. Throws one UsageFault that lists every problem. */
export async function readFlags<F extends Flags>(flags: F, args: readonly string[]): Promise<FlagValues<F>> {
  const { given, faults } = collect(flags, args);
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    if (given[name]?.includes(undefined)) continue;
    try {
      values[name] = await flag.read((given[name] ?? []).filter((text) => text !== undefined));
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      faults.push(`--${name}: ${error.message}`);
    }
  }
  if (faults.length > 0) throw new UsageFault(faults.join('\n'));
  return values as FlagValues<F>;
}

/** The unparsed values of each flag; undefined for a flag given without its value. */
type Collected = { given: Record<string, (string | undefined)[]>; faults: string[] };
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type FlagToken = Extract<Token, { kind: 'option' }>;

function collect(flags: Flags, args: readonly string[]): Collected {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { is_switch }]) => [
      name,
      { type: is_switch ? 'boolean' : 'string' } as const,
    ]),
  );
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });

  const collected: Collected = { given: {}, faults: [] };
  for (const token of tokens) if (token.kind === 'option') collectFlag(collected, flags, token);
  const positional = tokens.find((token) => token.kind === 'positional');
  // If a flag is unknown, the positional argument may be its secret value, so it is not printed.
  if (positional && collected.faults.length === 0) {
    collected.faults.push(`“${positional.value}” belongs to no flag; a value with spaces needs quotes`);
  }
  return collected;
}

function collectFlag({ given, faults }: Collected, flags: Flags, token: FlagToken): void {
  const { name, rawName, value, inlineValue } = token;
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag || !rawName.startsWith('--')) {
    faults.push(`${rawName}: no such flag`);
    return;
  }
  if (flag.is_switch) {
    if (value !== undefined) faults.push(`${rawName}: takes no value`);
    (given[name] ??= []).push('');
    return;
  }
  const is_flag = inlineValue === false && value.startsWith('-') && value !== '-';
  if (value === undefined || is_flag) faults.push(`${rawName}: needs a value${is_flag ? DASHED : ''}`);
  (given[name] ??= []).push(is_flag ? undefined : value);
}

const DASHED = '; write a value that begins with a dash after an equals sign';
