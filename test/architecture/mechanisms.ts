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
