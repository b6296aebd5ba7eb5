import { noteUnserved } from './away.ts';
import { NoConnectionFree } from './pool.ts';

export type ShareLimits = {
  /** How much of one owner runs at once while others have work, too. */
  most: number;
  /** The same while no other one has; as much as otherwise if left out. */
  most_alone?: number;
  /** How long an owner counts after its last work came. */
  remembered_ms?: number;
  /** How much more of it may wait. */
  most_waiting: number;
  wait_ms: number;
};

type Waiting = { go: () => void; timer: NodeJS.Timeout };
type Line = { running: number; waiting: Set<Waiting> };

const REMEMBERED_MS = 1_000;

/** Runs work of many owners. What one has beyond its share waits in a line of its own, and is refused after a while. */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #lines = new Map<string, Line>();
  #latest: string | undefined;
  #shared_until_ms = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** Each kind of an owner's work has a share of its own. */
  async run<T>(owner: string, work: () => Promise<T>, kind = ''): Promise<T> {
    const name = `${kind} ${owner}`;
    const line = this.#lines.get(name) ?? { running: 0, waiting: new Set() };
    this.#lines.set(name, line);
    this.#note(owner);
    if (line.running < this.#mostNow()) line.running++;
    else await this.#waitIn(line);
    try {
      return await work();
    } finally {
      this.#passOn(name, line);
    }
  }

  /** How many owners have work here, by kind. */
  get owners(): number {
    return this.#lines.size;
  }

  #waitIn({ waiting }: Line): Promise<void> {
    const { most_waiting, wait_ms } = this.#limits;
    if (waiting.size >= most_waiting) throw noteUnserved(new NoConnectionFree(FULL));
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(one);
        reject(noteUnserved(new NoConnectionFree(FULL)));
      };
      const one = { go: resolve, timer: setTimeout(giveUp, wait_ms) };
      waiting.add(one);
    });
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

  /** The places go to those that have waited longest. */
  #passOn(name: string, line: Line): void {
    line.running--;
    const most = this.#mostNow();
    for (const next of line.waiting) {
      if (line.running >= most) break;
      line.waiting.delete(next);
      clearTimeout(next.timer);
      line.running++;
      next.go();
    }
    if (line.running === 0) this.#lines.delete(name);
  }
}

const FULL = 'No place in the share of an account was free in time';
