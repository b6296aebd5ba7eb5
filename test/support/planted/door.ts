import { Type } from '../../../src/lib/schema/type.ts';
import type { Door } from '../../../src/doors/declaration.ts';
import { resource } from '../../../src/doors/declaration.ts';
import { openOperation } from '../../../src/doors/open.ts';
import { Answer, Input } from '../../../src/lib/schema/schema.ts';

/** Faults that no door may have, for the checks to find. */
const STALL_MS = 200;
const Done = Answer({ done: Type.Literal(true) });
const Words = Input({ word: Type.Optional(Type.String({ maxLength: 100 })) });
const TAG = { tag: 'Planted' };

export const plantedDoor: Door = {
  prefix: '/planted',
  credentials: [],
  resources: [
    resource('/quick', { POST: doing('answerQuickly', 'Answers at once', () => {}) }, TAG),
    resource('/stall', { POST: doing('stallLoop', 'Holds the event loop', stall) }, TAG),
    resource('/break', { POST: doing('breakDown', 'Fails on our side', breakDown) }, TAG),
  ],
};

function doing(operation_id: string, summary: string, act: () => void) {
  return openOperation({
    operation_id,
    summary,
    body: Words,
    answer: Done,
    handle: async () => {
      act();
      return { done: true as const };
    },
  });
}

/** Uses this much processor time. */
function stall(): void {
  const before = process.threadCpuUsage();
  const spentMs = () => process.threadCpuUsage(before).user / 1_000;
  while (spentMs() < STALL_MS);
}

function breakDown(): void {
  throw new Error('planted');
}
