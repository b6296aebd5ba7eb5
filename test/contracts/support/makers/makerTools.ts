import assert from 'node:assert/strict';
import { eventually } from '../../../../support/eventually.ts';
import type { CallOperationByName, RequestInput } from '../stage.ts';

export type MakerTools = {
  ask: CallOperationByName;
  /** Calls the operation, repeats it if it timed out on a busy machine, and returns one member of the answer. */
  made: (operation: string, member: string, sent?: RequestInput) => Promise<string>;
  next: () => number;
};

export function createMakerTools(ask: CallOperationByName): MakerTools {
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
