import type { Fault } from './rules.ts';
import type { Source } from './sources.ts';

/** Mechanisms that exist once, and what a second one looks like. */
const BUILT_ONCE = [
  {
    what: 'a unit of time',
    home: 'src/lib/time/clock.ts',
    looks: /^(?:export )?const (?:MINUTE|HOUR|DAY)_MS =/m,
  },
  { what: 'a backoff', home: 'src/lib/concurrency/backoff.ts', looks: /Math\.min\([^;]*\* 2 \*\*/ },
  {
    what: 'a cache',
    home: 'src/lib/concurrency/cache.ts',
    looks: /\.keys\(\)\.next\(\)|\.size >=? \w+\)? [^;]*\.(?:delete|clear)\(/,
  },
];

/** Units of time, backoff and cache have one module each. */
export function secondFaults({ path, text }: Source): Fault[] {
  if (!path.startsWith('src/')) return [];
  return BUILT_ONCE.filter(({ home, looks }) => path !== home && looks.test(text)).map(
    ({ what, home }) => `${path} builds ${what} of its own; see ${home}`,
  );
}

/** State of a module is state of all services and databases of a process; what needs none is listed with its reason. */
const MODULE_STATE: Readonly<Record<string, string>> = {
  'src/events/listeners.ts': 'callbacks by account; a call too many is harmless',
  'src/lib/crypto/passwords.ts': 'a hash that is made once and never changes',
  'src/lib/sql/driver/connection.ts': 'the host of an address to try first',
};
const STATE = /^(?:export )?(?:let |const \w+(?:: [^=\n]+)? = new (?:Map|Set)(?:<[^(\n]*>)?\(\))/m;

/** No code that builds SQL reads a module variable, and no module variable keeps the state of a request. */
export function stateFaults({ path, text }: Source): Fault[] {
  if (!path.startsWith('src/') || path in MODULE_STATE) return [];
  return STATE.test(text) ? [`${path} keeps state in a module variable`] : [];
}
