import assert from 'node:assert/strict';
import type { Ask, Sent } from '../stage.ts';

export type Hands = {
  ask: Ask;
  /** Asks for it, and gives one member of the answer. */
  made: (operation: string, member: string, sent?: Sent) => Promise<string>;
  next: () => number;
};

export function handsOf(ask: Ask): Hands {
  let count = 0;
  return {
    ask,
    next: () => ++count,
    async made(operation, member, sent = {}) {
      const answer = await ask(operation, sent);
      assert.ok(answer.status < 300, `${operation}: ${answer.status} ${answer.text}`);
      return String(answer.body[member]);
    },
  };
}
