import { Limiter } from '../concurrency/limiter.ts';
import { markRetrySafe } from './retrySafety.ts';
import { NoConnectionFree } from './sql.ts';

export type ShareLimits = {
  /** How much of one owner runs at once while others have work, too. */
  most: number;
  /** The limit while no other owner has work; `most` if left out. */
  most_alone?: number;
  /** How long an owner counts after its last work came. */
  remembered_ms?: number;
  /** How much more of it may wait. */
  most_waiting: number;
  wait_ms: number;
};

const REMEMBERED_MS = 1_000;

/** Runs work of many owners. What one has beyond its share waits in a line of its own, and is refused after a while. */
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

  /** Each kind of an owner's work has a share of its own. */
  run<T>(owner: string, work: () => Promise<T>, kind = ''): Promise<T> {
    this.#note(owner);
    return this.#limiter.run(work, `${kind} ${owner}`);
  }

  /** How many owners have work here, by kind. */
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

const FULL = 'No place in the share of an account was free in time';
