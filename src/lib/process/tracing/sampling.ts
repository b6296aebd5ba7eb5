import { WrongValue } from '../settings.ts';

const KINDS = ['always_on', 'always_off', 'traceidratio'] as const;

/** An OpenTelemetry sampler. `follows_parent` is true for names with the prefix `parentbased_`. */
export type SamplerName = { kind: (typeof KINDS)[number]; follows_parent: boolean };
export type Sampling = SamplerName & { ratio: number };

const FOLLOWING = 'parentbased_';

export function readSampler(text: string): SamplerName {
  const follows_parent = text.startsWith(FOLLOWING);
  const kind = KINDS.find((one) => one === (follows_parent ? text.slice(FOLLOWING.length) : text));
  if (kind !== undefined) return { kind, follows_parent };
  throw new WrongValue(`must be ${KINDS.join(', ')}, or one of these with the prefix ${FOLLOWING}`);
}

export function readRatio(text: string): number {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.test(text)) return Number(text);
  throw new WrongValue('must be a number from 0 to 1');
}
