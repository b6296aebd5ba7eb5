import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/time/clock.ts';
import { LIFETIME_FIGURES } from './lifetimeFigures.ts';
import { LIMIT_FIGURES } from './limitFigures.ts';
import { MECHANISM_FIGURES } from './mechanismFigures.ts';

/*
 * The figures that `docs/mechanisms.md` and `docs/limits.md` state, and the constants that hold them. A figure is promised
 * to operators, but most of them are too long or too large for a test to reach.
 */

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** `#` stands for the value of the constant, in a line of a page that names the file. */
export type DocumentedFigure = { file: string; constant: string; text: string };
/** The texts by file and constant. */
export type FigureTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const FIGURES: readonly DocumentedFigure[] = [
  MECHANISM_FIGURES,
  LIMIT_FIGURES,
  LIFETIME_FIGURES,
].flatMap((texts) =>
  Object.entries(texts).flatMap(([file, constants]) =>
    Object.entries(constants).map(([constant, text]) => ({ file, constant, text })),
  ),
);

const UNITS: Readonly<Record<string, number>> = { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS };
const TERMS = String.raw`([\dA-Z][\w .*/+]*)`;

/** Reads a constant, a member of a constant, or any member with this name from the text of the file. */
export function readFigure(text: string, constant: string, file = ''): number {
  const terms = findTerms(text, constant.split('.'));
  if (terms === undefined) return readImported(text, constant, file);
  return terms
    .split(' + ')
    .map((term) => term.split(' * ').map((factor) => readFactor(text, factor.trim(), file)))
    .reduce((sum, factors) => sum + factors.reduce((product, factor) => product * factor), 0);
}

function findTerms(text: string, [name = '', ...members]: string[]): string | undefined {
  const declared = text.search(new RegExp(String.raw`\bconst ${name}\b`));
  if (declared >= 0 && members.length === 0)
    return new RegExp(`^[^=;]* = ${TERMS};`).exec(text.slice(declared))?.[1];
  if (declared < 0 && members.length > 0) return undefined;
  const holders = members.slice(0, -1).map((member) => `${member}: `);
  const start = holders.reduce((at, holder) => text.indexOf(holder, at), Math.max(declared, 0));
  const value = String.raw`\b${members.at(-1) ?? name}: (?:\(\) => )?${TERMS}`;
  return new RegExp(value).exec(text.slice(start))?.[1];
}

function readFactor(text: string, factor: string, file: string): number {
  const [base = '', exponent] = factor.split(' ** ');
  if (exponent !== undefined) return Number(base) ** Number(exponent);
  const [number = '', divisor] = base.split(' / ');
  if (divisor !== undefined) return readFactor(text, number, file) / readFactor(text, divisor, file);
  return UNITS[base] ?? (/^\d/.test(base) ? Number(base.replaceAll('_', '')) : readFigure(text, base, file));
}

function readImported(text: string, name: string, file: string): number {
  const [, from = ''] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(.+)'`).exec(text) ?? [];
  if (from === '') throw new Error(`${file} does not contain ${name}`);
  const imported = join(file, '..', from);
  return readFigure(readFileSync(join(ROOT, imported), 'utf8'), name, imported);
}

/** The ways to write a value on a page. The name of its constant tells its unit. */
export function writtenFormsOf(value: number, constant: string): string[] {
  if (/_ms\b|timeout/i.test(constant)) return writtenDurations(value);
  if (/bytes/i.test(constant)) return [...writtenSizes(value), written(value)];
  if (/_s$/i.test(constant)) return writtenDurations(value * SECOND_MS);
  if (/_mb$/i.test(constant)) return [`${value} MB`];
  if (/_gib$/i.test(constant)) return [`${value} GB`];
  return [written(value)];
}

function writtenDurations(ms: number): string[] {
  const plural: [number, string][] = [
    [1, 'ms'],
    [SECOND_MS, 's'],
    [MINUTE_MS, 'minutes'],
    [HOUR_MS, 'h'],
    [DAY_MS, 'days'],
  ];
  const singular: [number, string][] = [
    [MINUTE_MS, 'minute'],
    [HOUR_MS, 'hour'],
    [DAY_MS, 'day'],
  ];
  return [
    ...plural.map(([unit, name]) => `${ms / unit} ${name}`),
    ...singular.filter(([unit]) => unit === ms).map(([, name]) => `1 ${name}`),
  ];
}

function writtenSizes(bytes: number): string[] {
  return ['KB', 'MB', 'GB', 'TB'].map((unit, at) => `${bytes / 1024 ** (at + 1)} ${unit}`);
}

function written(value: number): string {
  return value.toLocaleString('en-US');
}
