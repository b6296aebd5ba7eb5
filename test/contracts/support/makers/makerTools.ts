import assert from 'node:assert/strict';
import { eventually } from '../../../../support/eventually.ts';
import type { Ask, Sent } from '../stage.ts';

export type Hands = {
  ask: Ask;
  /** Calls the operation, repeats it if it timed out on a busy machine, and returns one member of the answer. */
  made: (operation: string, member: string, sent?: Sent) => Promise<string>;
  next: () => number;
};

export function handsOf(ask: Ask): Hands {
  let count = 0;
  return {
    ask,
    next: () => ++count,
    async made(operation, member, sent = {}) {
      const answer = await eventually(
        () => ask(operation, sent),
        ({ status }) => status < 500,
      );
      assert.ok(answer.status < 300, `${operation}: ${answer.status} ${answer.text}`);
      return String(answer.body[member]);
    },
  };
}
