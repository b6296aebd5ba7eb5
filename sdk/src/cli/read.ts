import { readFileSync } from 'node:fs';
import { suggest, UsageFault } from './fault.ts';
import type { Member } from './operations.ts';
import type { Input, Usage, Verb } from './verbs.ts';

type Sent = { query?: Record<string, unknown>; body?: Record<string, unknown> };

/** Parses the words after a verb into a request. */
export function parseRequestInput(verb: Usage & Pick<Verb, 'preset'>, words: readonly string[]): Sent {
  const { positional, flags } = splitWords(verb, words);
  const expected = verb.inputs.filter(({ is_positional }) => is_positional);
  const [extra] = positional.slice(expected.length);
  if (extra !== undefined) throw new UsageFault(`“${extra}” is one word too many`);
  for (const [at, input] of expected.entries()) {
    const word = positional[at];
    if (word !== undefined) flags.set(input.name, [word]);
  }
  for (const { name, is_required } of verb.inputs)
    if (is_required && !flags.has(name)) throw new UsageFault(`${shownName(verb, name)} is required`);
  return {
    ...partOf(verb, flags, 'query'),
    ...partOf(verb, flags, 'body'),
  };
}

export function flagNameOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

function splitWords(verb: Usage, words: readonly string[]) {
  const positional: string[] = [];
  const flags = new Map<string, string[]>();
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!word.startsWith('--')) {
      positional.push(word);
      continue;
    }
    const [flag = '', ...rest] = word.split('=');
    const input = findInput(verb, flag);
    const given = rest.length > 0 ? rest.join('=') : wordAfter(input, flag, left);
    flags.set(input.name, [...(flags.get(input.name) ?? []), given]);
  }
  return { positional, flags };
}

function findInput({ noun, verb, inputs }: Usage, flag: string): Input {
  const found = inputs.find(({ name }) => flagNameOf(name) === flag);
  if (found) return found;
  const known = inputs.map(({ name }) => flagNameOf(name));
  throw new UsageFault(`${`${noun} ${verb}`.trim()} takes no ${flag}${suggest(flag, known)}`);
}

/** A boolean flag without a value is true. */
function wordAfter({ kind }: Input, flag: string, left: string[]): string {
  if (kind === 'boolean') return 'true';
  const word = left.shift();
  if (word === undefined) throw new UsageFault(`${flag} needs a value`);
  return word;
}

function partOf(
  { inputs, preset }: Usage & Pick<Verb, 'preset'>,
  flags: Map<string, string[]>,
  place: Input['place'],
): Sent {
  const here = inputs.filter((input) => input.place === place);
  const members = here.flatMap((input) => {
    const words = flags.get(input.name);
    return words ? [[input.name, valueOf(input, words)] as const] : [];
  });
  const is_body = place === 'body' && here.length > 0;
  if (members.length === 0 && !is_body) return {};
  return { [place]: { ...(is_body && preset), ...Object.fromEntries(members) } };
}

function valueOf(member: Member, words: readonly string[]): unknown {
  if (member.kind === 'list') return words.flatMap((word) => word.split(','));
  const [word = '', ...more] = words;
  if (more.length > 0) throw new UsageFault(`${flagNameOf(member.name)} is given more than once`);
  if (word === '' && member.is_nullable) return null;
  return member.kind === 'text' ? word : literalOf(member, word);
}

/** Parses a number, a boolean or JSON. `@file` reads the JSON from a file. */
function literalOf({ name, kind }: Member, word: string): unknown {
  try {
    const value: unknown = JSON.parse(word.startsWith('@') ? readFileSync(word.slice(1), 'utf8') : word);
    if (kind === 'json' || typeof value === kind) return value;
  } catch (error) {
    if (word.startsWith('@')) throw new UsageFault(`${flagNameOf(name)}: ${String(error)}`);
  }
  const wanted = { number: 'a number', boolean: 'true or false', json: 'JSON, or @ and a file of it' };
  throw new UsageFault(
    `${flagNameOf(name)} must be ${wanted[kind === 'number' || kind === 'boolean' ? kind : 'json']}`,
  );
}

function shownName({ inputs }: Usage, name: string): string {
  return inputs.find((input) => input.name === name)?.is_positional
    ? positionalNameOf(name)
    : flagNameOf(name);
}

export function positionalNameOf(name: string): string {
  return name.toUpperCase().replaceAll('_', '-');
}
