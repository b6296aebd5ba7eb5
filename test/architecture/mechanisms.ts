import type { Fault } from './rules.ts';
import type { Source } from './sources.ts';

/** Mechanisms that exist only once, and a pattern that finds a second implementation. */
const BUILT_ONCE = [
  {
    what: 'a unit of time',
    home: 'src/lib/time/clock.ts',
    looks: /^(?:export )?const (?:SECOND|MINUTE|HOUR|DAY)_MS =|\* 60_000\b|\b3_600_000\b|\b60 \* 60\b/m,
  },
  { what: 'a backoff', home: 'src/lib/concurrency/backoff.ts', looks: /Math\.min\([^;]*\* 2 \*\*/ },
  {
    what: 'a cache',
    home: 'src/lib/concurrency/cache.ts',
    looks: /\.keys\(\)\.next\(\)|\.size >=? \w+\)? [^;]*\.(?:delete|clear)\(/,
  },
  {
    what: 'a timeout of a promise',
    home: 'src/lib/concurrency/withTimeout.ts',
    looks: /Promise\.race\(\[[^\]]*\b(?:sleep|timeout|setTimeout)\b/,
  },
];

/** Faults for a second implementation of time units, backoff, cache or timeout. */
export function secondImplementationFaults({ path, text }: Source): Fault[] {
  if (!/^(?:src|dashboard)\//.test(path)) return [];
  return BUILT_ONCE.filter(({ home, looks }) => path !== home && looks.test(text)).map(
    ({ what, home }) => `${path} builds ${what} of its own; see ${home}`,
  );
}

/**
 * A module variable is shared by all services and databases of a process. Files with a harmless one are listed with
 * the reason.
 */
const MODULE_STATE: Readonly<Record<string, string>> = {
  'src/lib/crypto/passwords.ts': 'a hash that is made once and never changes',
  'src/lib/sql/driver/connection.ts': 'the host of an address to try first',
};
const STATE = /^(?:export )?(?:let |const \w+(?:: [^=\n]+)? = new (?:Map|Set)(?:<[^(\n]*>)?\(\))/m;

/** Faults for module variables with state, so that no state of one request reaches another request or a statement. */
export function moduleStateFaults({ path, text }: Source): Fault[] {
  if (!path.startsWith('src/') || path in MODULE_STATE) return [];
  return STATE.test(text) ? [`${path} keeps state in a module variable`] : [];
}
