import { Type } from '../../../src/lib/schema/type.ts';
import type { Door } from '../../../src/doors/declaration.ts';
import { groupIntoResources } from '../../../src/doors/declaration.ts';
import { anonymousOperation } from '../../../src/doors/open.ts';
import { Answer, Input } from '../../../src/lib/schema/schema.ts';

/* A door with planted faults, which the checks must detect. */
const STALL_MS = 200;
const Done = Answer({ done: Type.Literal(true) });
const Words = Input({ word: Type.Optional(Type.String({ maxLength: 100 })) });

export const plantedDoor: Door = {
  prefix: '/planted',
  credentials: [],
  resources: groupIntoResources(
    { tag: 'Planted' },
    {
      'POST /quick': doing('answerQuickly', 'Answers at once', () => {}),
      'POST /stall': doing('stallLoop', 'Holds the event loop', stall),
      'POST /break': doing('breakDown', 'Fails on our side', breakDown),
    },
  ),
};

function doing(operation_id: string, summary: string, act: () => void) {
  return anonymousOperation({
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

/** Blocks until this much processor time is used. */
function stall(): void {
  const before = process.threadCpuUsage();
  const spentMs = () => process.threadCpuUsage(before).user / 1_000;
  while (spentMs() < STALL_MS);
}

function breakDown(): void {
  throw new Error('planted');
}
