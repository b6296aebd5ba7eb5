import { DAY_MS } from '../../src/lib/time/clock.ts';
import { createRandom } from './random.ts';

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

type Sample = { text: string; instant: string | undefined };

/** Handwritten samples: edge cases that were found, and decisions about unusual notations. */
const NAMED: Sample[] = [
  { text: '9999-12-31T23:59:59-05:00', instant: undefined },
  { text: '9999-12-31T23:59:59.9999Z', instant: '9999-12-31T23:59:59.999Z' },
  { text: '9999-12-31T23:59:59.999+00:00', instant: '9999-12-31T23:59:59.999Z' },
  { text: '0001-01-01T00:00:00+05:00', instant: undefined },
  { text: '0001-01-01T00:00:00-00:00', instant: '0001-01-01T00:00:00.000Z' },
  { text: '0000-12-31T23:00:00-05:00', instant: '0001-01-01T04:00:00.000Z' },
  { text: '0000-01-01T00:00:00Z', instant: undefined },
  { text: '2026-03-01', instant: '2026-03-01T00:00:00.000Z' },
  { text: '2026-03-01T10:11', instant: '2026-03-01T10:11:00.000Z' },
  { text: '2026-03-01t10:11:12.5z', instant: '2026-03-01T10:11:12.500Z' },
  { text: '2026-03-01 10:11:12', instant: '2026-03-01T10:11:12.000Z' },
  { text: '2026-03-01T10:11:12.9999999999999Z', instant: '2026-03-01T10:11:12.999Z' },
  { text: '2026-03-01T10:11:12-0330', instant: '2026-03-01T13:41:12.000Z' },
  { text: '2025-12-31T23:59:60Z', instant: undefined },
  { text: '2026-03-01T24:00:00Z', instant: undefined },
  { text: '2026-02-29T00:00:00Z', instant: undefined },
  { text: '2026-03-01T10:11:12+15:00', instant: undefined },
  { text: '2026-03-01T10:11:12+5', instant: undefined },
  { text: '+012026-03-01T10:11:12Z', instant: undefined },
  { text: '2026-00-10', instant: undefined },
  { text: '2026-13-10', instant: undefined },
  { text: '2026-01-00', instant: undefined },
  { text: '2026-01-32', instant: undefined },
  { text: '2026-04-31', instant: undefined },
  { text: '2024-02-29', instant: '2024-02-29T00:00:00.000Z' },
  { text: '2026-12-31', instant: '2026-12-31T00:00:00.000Z' },
  { text: '2026-W09', instant: undefined },
  { text: 'tomorrow', instant: undefined },
];

const OFFSETS = ['+00:00', '-00:00', '+05:00', '-05:00', '+05:45', '-09:30', '+14:00', '-12:00'];

/** Generates samples with a known result: an instant in some offset, with additional digits. */
function makeSamples(count: number): Sample[] {
  const random = createRandom(7);
  const near = (edge: number) => edge + Math.round((random() - 0.5) * 2 * DAY_MS);
  const moments = () => [near(FIRST), near(LAST), FIRST + Math.floor(random() * (LAST - FIRST))];
  return Array.from({ length: count }, () => moments())
    .flat()
    .flatMap((at) => writeOut(at, OFFSETS[Math.floor(random() * OFFSETS.length)] ?? 'Z', random));
}

function writeOut(at: number, offset: string, random: () => number): Sample[] {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const east_ms = (hours * 60 + minutes) * 60_000 * (offset.startsWith('-') ? -1 : 1);
  const local = new Date(at + east_ms).toISOString();
  if (local.length > 24) return [];
  const digits = String(random()).slice(2, 2 + Math.floor(random() * 9));
  const instant = at >= FIRST && at <= LAST ? new Date(at).toISOString() : undefined;
  return [{ text: `${local.slice(0, -1)}${digits}${offset}`, instant }];
}

export const SAMPLES = [...NAMED, ...makeSamples(12)];
