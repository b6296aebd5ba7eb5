import asyncHooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks';

/*
 * To attribute code to its test, node:test tracks every promise of the process, which doubles the processor time of a
 * service in that process. This module tracks tests by asynchronous context instead, which costs almost nothing. It
 * must be loaded before node:test.
 */
type Work = (this: unknown, ...values: unknown[]) => unknown;
type Run = (this: AsyncResource, work: Work, self?: unknown, ...values: unknown[]) => unknown;

const running = new AsyncLocalStorage<number>();
/**
 * The id of the test that currently imports modules. A variable holds it, because a module is evaluated outside of the
 * asynchronous context of its import.
 */
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

/** Attributes everything that imported modules declare to the current test, until the next call. */
export function importHere(): void {
  importing = running.getStore() ?? 0;
}
