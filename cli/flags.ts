import { existsSync } from 'node:fs';
import { readLine } from '../sdk/src/cli/readLine.ts';
import { isArchivePlace } from '../src/lib/files/archive/openPlace.ts';
import { DAY_MS } from '../src/lib/time/clock.ts';
import { isUuid } from '../src/lib/ids.ts';
import type { Flag } from '../src/lib/process/flags.ts';
import { parseNetwork } from '../src/lib/http/networks.ts';
import { meetsRule, type TextRule } from '../src/lib/schema/rules.ts';
import { schemaReasons } from '../src/lib/schema/reasons.ts';
import { WrongValue } from '../src/lib/process/settings.ts';
import { isTimestamp } from '../src/lib/time/timestamps.ts';

export function textFlag(value: string, about: string, rule: TextRule): Flag<string> {
  return { value, about, read: (texts) => checked(single(texts), rule) };
}

/** A text flag that may be omitted; its value is then undefined. */
export function optionalTextFlag(value: string, about: string, rule: TextRule): Flag<string | undefined> {
  return { value, about, read: (texts) => (texts.length === 0 ? undefined : checked(single(texts), rule)) };
}

/** A text flag that must be given at least once and may be repeated. Duplicates are removed. */
export function textListFlag(value: string, about: string): Flag<string[]> {
  return {
    value,
    about,
    read(texts) {
      if (texts.length > 0) return [...new Set(texts)];
      throw new WrongValue('required');
    },
  };
}

export function idFlag(value: string, about: string): Flag<string> {
  return {
    value,
    about,
    read(texts) {
      const given = single(texts);
      if (isUuid(given)) return given.toLowerCase();
      throw new WrongValue('must be a UUID');
    },
  };
}

export const ACCOUNT_FLAG = idFlag('ID', 'The account');

export function choiceFlag<const V extends string>(choices: readonly V[], about: string): Flag<V> {
  return {
    value: choices.join('|'),
    about,
    read(texts) {
      const given = single(texts);
      const chosen = choices.find((choice) => choice === given);
      if (chosen) return chosen;
      throw new WrongValue(`must be one of ${choices.join(', ')}`);
    },
  };
}

/** The path of an existing file. */
export function fileFlag(value: string, about: string): Flag<string> {
  return {
    value,
    about,
    read(texts) {
      const path = single(texts);
      if (existsSync(path)) return path;
      throw new WrongValue('there is no such file');
    },
  };
}

/** The location of an archive: a file, or an object in an S3 bucket. */
export function archivePathFlag(value: string, about: string): Flag<string> {
  return {
    value,
    about,
    read(texts) {
      const given = single(texts);
      if (isArchivePlace(given)) return given;
      throw new WrongValue('must be the path of a file, or s3://key:secret@host/bucket/name');
    },
  };
}

export function timeFlag(value: string, about: string): Flag<string> {
  return {
    value,
    about,
    read(texts) {
      const given = single(texts);
      if (isTimestamp(given)) return given;
      throw new WrongValue('must be a time, such as 2026-03-02T09:00:00Z');
    },
  };
}

/** Computes an expiry time from the current time. Null means that it never expires. */
export type ExpiryRule = (now: Date) => string | null;

/** An expiry: a timestamp, a number of days such as `30d`, or `never`. */
export function expiryFlag(about: string): Flag<ExpiryRule> {
  return {
    value: 'T|Nd|never',
    about: `${about}: a time, in N days, or never`,
    read(texts) {
      const given = single(texts);
      const [, days] = /^([1-9]\d{0,5})d$/.exec(given) ?? [];
      if (days !== undefined) return (now) => new Date(now.getTime() + Number(days) * DAY_MS).toISOString();
      if (given === 'never') return () => null;
      if (isTimestamp(given)) return () => given;
      throw new WrongValue('must be a time, such as 2026-03-02T09:00:00Z, days, such as 90d, or never');
    },
  };
}

/** A list of IP addresses and CIDR networks. Null allows every address. */
export function networkListFlag(about: string): Flag<string[] | null> {
  return {
    value: 'A,B|anywhere',
    about: `${about}: addresses and CIDR networks, or anywhere`,
    read(texts) {
      const given = single(texts);
      if (given === 'anywhere') return null;
      const list = splitList(given);
      for (const text of list) assertNetwork(text);
      if (list.length === 0) throw new WrongValue('must contain at least one value');
      return list;
    },
  };
}

function assertNetwork(text: string): void {
  const read = parseNetwork(text);
  if ('fault' in read) throw new WrongValue(read.fault.text);
}

/** The paging flags, with the same limits as in the API. */
export const PAGE_FLAGS = {
  limit: integerFlag('The maximum number of rows', { from: 1, to: 100, unless: 50 }),
  offset: integerFlag('The number of rows to skip', { from: 0, to: Number.MAX_SAFE_INTEGER, unless: 0 }),
};

/** An integer flag within a range. If it is omitted, its value is `unless`. */
export function integerFlag(
  about: string,
  { from, to, unless }: { from: number; to: number; unless: number },
): Flag<number> {
  return {
    value: 'N',
    about: `${about}; ${unless} if left out`,
    read(texts) {
      if (texts.length === 0) return unless;
      const given = single(texts);
      if (/^\d{1,16}$/.test(given) && Number(given) >= from && Number(given) <= to) return Number(given);
      throw new WrongValue(`must be a whole number from ${from} to ${to}`);
    },
  };
}

export const SEARCH_FLAG = optionalTextFlag('T', 'Only records whose name contains this text', {
  minLength: 1,
  maxLength: 200,
  rule: schemaReasons.length({ least: 1, most: 200 }),
});

/** A switch: true if the flag is given. */
export function switchFlag(about: string): Flag<boolean> {
  return { value: '', about, is_switch: true, read: (texts) => texts.length > 0 };
}

/** A list of UUIDs, separated by commas. */
export function idListFlag(value: string, about: string): Flag<string[]> {
  return {
    value,
    about,
    read(texts) {
      const list = splitList(single(texts));
      if (list.every(isUuid)) return list;
      throw new WrongValue('must be UUIDs, separated by commas');
    },
  };
}

/** Makes a flag optional: if it is omitted, its value is undefined. */
export function optionalFlag<T>(flag: Flag<T>): Flag<T | undefined> {
  return { ...flag, read: (texts) => (texts.length === 0 ? undefined : flag.read(texts)) };
}

/** A list of choices, separated by commas. With the option `all`, the value `all` selects every choice. */
export function choiceListFlag<const V extends string>(
  choices: readonly V[],
  about: string,
  { all = false } = {},
): Flag<V[]> {
  return {
    value: all ? 'A,B|all' : 'A,B',
    about: `${about}: ${all ? 'all, or ' : ''}any of ${choices.join(', ')}`,
    read(texts) {
      const names = splitList(single(texts));
      if (all && names.length === 1 && names[0] === 'all') return [...choices];
      const unknown = names.filter((name) => !choices.some((choice) => choice === name));
      if (unknown.length > 0) throw new WrongValue(`unknown names: ${unknown.join(', ')}`);
      if (names.length === 0) throw new WrongValue('must contain at least one value');
      return choices.filter((choice) => names.includes(choice));
    },
  };
}

/** A secret. `-` reads it from standard input, because command-line arguments are visible in process lists. */
export function secretFlag(value: string, about: string, rule: TextRule): Flag<string> {
  return {
    value,
    about: `${about}; - reads it from standard input, so that it does not appear in a list of processes`,
    async read(texts) {
      const given = single(texts);
      return checked(given === '-' ? await readLine() : given, rule);
    },
  };
}

function single(texts: readonly string[]): string {
  const [text, ...more] = texts;
  if (text === undefined) throw new WrongValue('required');
  if (more.length > 0) throw new WrongValue('given more than once');
  return text;
}

function checked(text: string, rule: TextRule): string {
  if (meetsRule(text, rule)) return text;
  throw new WrongValue(rule.rule.text);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
