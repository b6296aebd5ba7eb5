import type { TestContext } from 'node:test';

const stacks = new WeakMap<TestContext, AsyncDisposableStack>();

/** Registers clean-up work like `t.after`, but in reverse order: a server stops before its directory is removed. */
export function cleanUpAtEnd(t: TestContext, tidy: () => void | Promise<void>): void {
  const stack = stacks.get(t) ?? new AsyncDisposableStack();
  if (!stacks.has(t)) t.after(() => stack.disposeAsync());
  stacks.set(t, stack);
  stack.defer(tidy);
}
