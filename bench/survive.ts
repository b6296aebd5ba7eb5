import { parseArgs } from 'node:util';
import { measureSurvival, type SurvivalResult } from './support/durability.ts';

/*
 * Kills every process of the embedded database under load in each round, and counts lost writes. Control: with a
 * server that answers before its log is written, the same check must find losses.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    'control-rounds': { type: 'string', default: '3' },
    writers: { type: 'string', default: '8' },
  },
});
const writers = Number(values.writers);
const onRound = (round: number, recovery_ms: number) =>
  void process.stderr.write(`round ${round}: answers again after ${Math.round(recovery_ms)} ms\n`);

const service = await measureSurvival({ rounds: Number(values.rounds), writers, forgetful: false, onRound });
const control = await measureSurvival({
  rounds: Number(values['control-rounds']),
  writers,
  forgetful: true,
  onRound,
});
console.table({ service: rowOf(service), 'control, synchronous_commit = off': rowOf(control) });

const broken = service.lost + service.duplicates + service.tasks_without_event + service.events_without_task;
if (broken > 0) process.stdout.write('FAIL the service broke a promise\n');
if (control.lost === 0) process.stdout.write('FAIL the control lost nothing, so the check proves nothing\n');
process.exitCode = broken === 0 && control.lost > 0 ? 0 : 1;

function rowOf({ start_ms, recoveries_ms, ...findings }: SurvivalResult) {
  const sorted = recoveries_ms.toSorted((a, b) => a - b);
  return {
    rounds: sorted.length,
    ...findings,
    'start ms': Math.round(start_ms),
    'recovery median ms': Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    'recovery max ms': Math.round(sorted.at(-1) ?? 0),
  };
}
