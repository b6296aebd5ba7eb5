import asyncHooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks';

/*
 * To know which test something belongs to, node:test has each promise of the process followed, which doubles what a
 * service in the same process costs. Here tests are followed by asynchronous context, which costs next to nothing.
 * Loaded before node:test.
 */
type Work = (this: unknown, ...values: unknown[]) => unknown;
type Run = (this: AsyncResource, work: Work, self?: unknown, ...values: unknown[]) => unknown;

const running = new AsyncLocalStorage<number>();
/** Modules are evaluated outside of the context that imports them. */
let importing = 0;

const { createHook } = asyncHooks;
const runInScope: Run = Reflect.get(AsyncResource.prototype, 'runInAsyncScope');

Object.assign(asyncHooks, {
  executionAsyncId: () => running.getStore() ?? importing,
  createHook: (callbacks: HookCallbacks) => {
    Object.assign(asyncHooks, { createHook });
    followTests(callbacks);
    return { enable: () => {}, disable: () => {} };
  },
});

function followTests(callbacks: HookCallbacks): void {
  const runFollowed: Run = function runFollowed(work, self, ...values) {
    const id = this.asyncId();
    callbacks.init?.(id, this.constructor.name, 0, this);
    return runInScope.call(this, () => running.run(id, () => work.apply(self, values)));
  };
  Object.assign(AsyncResource.prototype, { runInAsyncScope: runFollowed });
}

/** What a module declares while it is imported belongs to the test that runs now, until the next call. */
export function importHere(): void {
  importing = running.getStore() ?? 0;
}
