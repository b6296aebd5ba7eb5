import { Limiter } from '../concurrency/limiter.ts';
import { markRetrySafe } from './retrySafety.ts';
import { NoConnectionFree } from './sql.ts';

export type ShareLimits = {
  /** Maximum number of running operations per owner and kind while several owners are active. */
  most: number;
  /** Limit while only one owner is active; default: `most`. */
  most_alone?: number;
  /** Time for which `most` applies after two successive operations of different owners. */
  remembered_ms?: number;
  /** Maximum number of waiting operations per owner and kind. */
  most_waiting: number;
  wait_ms: number;
};

const REMEMBERED_MS = 1_000;

/**
 * Limits the concurrent operations of each owner, so that one busy account leaves connections to the others. Operations
 * above the limit wait in the queue of their owner; they fail when the queue is full or after `wait_ms`.
 */
export class OwnerShares {
  readonly #limits: ShareLimits;
  readonly #limiter: Limiter;
  #latest: string | undefined;
  #shared_until_ms = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
    this.#limiter = new Limiter({
      most_per_key: () => this.#mostNow(),
      most_waiting: limits.most_waiting,
      wait_ms: limits.wait_ms,
      refusal: () => markRetrySafe(new NoConnectionFree(FULL)),
    });
  }

  /** Operations of different kinds have separate limits, also for the same owner. */
  run<T>(owner: string, work: () => Promise<T>, kind = ''): Promise<T> {
    this.#note(owner);
    return this.#limiter.run(work, `${kind} ${owner}`);
  }

  /** Number of pairs of owner and kind with running or waiting operations. */
  get owners(): number {
    return this.#limiter.keys;
  }

  #note(owner: string): void {
    if (owner === this.#latest) return;
    const { remembered_ms = REMEMBERED_MS } = this.#limits;
    if (this.#latest !== undefined) this.#shared_until_ms = performance.now() + remembered_ms;
    this.#latest = owner;
  }

  #mostNow(): number {
    const { most, most_alone = most } = this.#limits;
    return performance.now() < this.#shared_until_ms ? most : most_alone;
  }
}

const FULL = 'No slot of the account was free in time';
