import { uuidv7 } from '../ids.ts';
import { type ObjectDeps, trackObjects } from './loose-objects.ts';

type Deps = Pick<ObjectDeps, 'db' | 'clock' | 'log'>;

const BLOCK = 64;
/** Keys this old are dropped. With `MAX_ARRIVAL_MS` on top, a key in use stays younger than what the sweep deletes. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * Object keys that are tracked in blocks, ahead of need, so that a call can write its object at once instead of waiting
 * for a database commit. The sweep clears the keys that nobody used.
 */
export class TrackedKeys {
  readonly #deps: Deps;
  readonly #folder: string;
  /** Oldest first. */
  #tracked: { key: string; atMs: number }[] = [];
  #refill: Promise<void> | undefined;

  constructor(deps: Deps, folder: string) {
    this.#deps = deps;
    this.#folder = folder;
  }

  /** Each key is given out once. */
  async take(): Promise<string> {
    for (;;) {
      const oldestMs = this.#deps.clock.now().getTime() - MAX_AGE_MS;
      if (this.#tracked.some(({ atMs }) => atMs < oldestMs))
        this.#tracked = this.#tracked.filter(({ atMs }) => atMs >= oldestMs);
      const next = this.#tracked.shift();
      if (this.#tracked.length < BLOCK / 2) this.#refill ??= this.#startRefill();
      if (next) return next.key;
      await this.#refill;
    }
  }

  #startRefill(): Promise<void> {
    const refill = this.#track().finally(() => {
      this.#refill = undefined;
    });
    // Nobody may be waiting for it. A caller that is gets the error; the next one starts another refill.
    refill.catch((err) => this.#deps.log.warn({ err }, 'no object keys could be tracked ahead of need'));
    return refill;
  }

  async #track(): Promise<void> {
    const atMs = this.#deps.clock.now().getTime();
    const block = Array.from({ length: BLOCK }, () => ({ key: this.#newKey(atMs), atMs }));
    await trackObjects(
      this.#deps,
      block.map(({ key }) => key),
    );
    this.#tracked.push(...block);
  }

  /** Spread over 256 folders, so that a disk store has none with millions of files. */
  #newKey(nowMs: number): string {
    const id = uuidv7(nowMs);
    return `${this.#folder}/${id.slice(-2)}/${id}`;
  }
}
