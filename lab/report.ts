import { availableParallelism, cpus, release, totalmem } from 'node:os';
import type { RunLength } from './experiment.ts';
import { isLabPassed, type ControlOutcome, type Outcome, type Result } from './lab.ts';

export type Report = {
  taken_at: string;
  took_s: number;
  form: RunLength;
  seed: number;
  machine: Machine;
  good: boolean;
  caught: number;
  planted: number;
  experiments: Result[];
};

export type Machine = {
  cores: number;
  processor: string;
  memory_gb: number;
  kernel: string;
  node: string;
  postgres: string;
};

export function describeMachine(postgres: string): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(totalmem() / 1e9),
    kernel: release(),
    node: process.version,
    postgres,
  };
}

type Taken = Pick<Report, 'taken_at' | 'took_s' | 'form' | 'seed' | 'machine'>;

export function makeReport(run: Taken, experiments: Result[]): Report {
  const controls = experiments.flatMap((one) => one.controls);
  const caught = controls.filter(({ state }) => state === 'caught').length;
  return { ...run, good: isLabPassed(experiments), caught, planted: controls.length, experiments };
}

export function toMarkdown(report: Report): string {
  const { machine, experiments } = report;
  return [
    `${report.form === 'long' ? 'Long' : 'Short'} form of ${report.taken_at}, ${minutes(report.took_s)} minutes, ` +
      `seed ${report.seed}: ${describeVerdict(report)}.`,
    `Machine: ${machine.cores} cores (${machine.processor}), ${machine.memory_gb} GB, Linux ${machine.kernel}, ` +
      `Node ${machine.node}, PostgreSQL ${machine.postgres}.`,
    table(
      ['Experiment', 'Rounds', 'Seconds', 'Promise', 'Planted bugs caught'],
      experiments.map(({ name, unit, outcome, controls }) => [
        name,
        `${outcome.rounds.toLocaleString('en')} ${unit}`,
        String(outcome.took_s),
        outcome.state,
        `${controls.filter(({ state }) => state === 'caught').length} of ${controls.length}`,
      ]),
    ),
    ...experiments.map(describeResult),
  ].join('\n\n');
}

function describeVerdict({ good, caught, planted, experiments }: Report): string {
  const skipped = experiments.filter(({ outcome }) => outcome.state === 'skipped').length;
  return [
    good ? 'every promise was kept' : '**a promise was broken or a control missed**',
    `${caught} of ${planted} planted bugs caught`,
    ...(skipped > 0 ? [`${skipped} experiments skipped`] : []),
  ].join(', ');
}

/** The most findings per result in the report; the JSON contains all. */
const MOST_TOLD = 3;
const MOST_CHARACTERS = 80;

function describeResult({ name, does, promise, outcome, controls }: Result): string {
  return [
    `### ${name}`,
    `${does} Promise: ${promise}`,
    describeOutcome(outcome),
    controls.map((one) => `- Planted bug: ${one.plants}. ${describeControl(one)}`).join('\n'),
  ].join('\n\n');
}

function describeOutcome(outcome: Outcome): string {
  if (outcome.state === 'skipped') return `Skipped: ${outcome.skipped}.`;
  if (outcome.state === 'failed') return `**Failed**: ${outcome.error}`;
  const names = Object.keys(outcome.ledger).map((name) => name.replaceAll('_', ' '));
  const counts = Object.values(outcome.ledger).map((count) => count.toLocaleString('en'));
  const broken = outcome.broken.map((one) => `- **Broken**: ${one}`).join('\n');
  return table(names, [counts]) + (broken && `\n\n${broken}`);
}

function describeControl({ state, told }: ControlOutcome): string {
  switch (state) {
    case 'caught':
      return `Caught: ${told
        .slice(0, MOST_TOLD)
        .map((one) => one.slice(0, MOST_CHARACTERS))
        .join('; ')}.`;
    case 'missed':
      return '**Missed.**';
    case 'skipped':
      return `Skipped: ${told.join('; ')}.`;
    case 'failed':
      return `**Failed**: ${told.join('; ')}`;
  }
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1);
}
