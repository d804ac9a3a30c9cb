type Owned = { owner: string };

/**
 * A queue in which owners take turns, whatever each of them has waiting. An owner who is already being served waits until
 * that has ended, so that nobody holds more than one place.
 */
export class FairQueue<Item extends Owned> {
  readonly #waiting = new Map<string, Item[]>();
  readonly #served = new Set<string>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  add(item: Item): void {
    const own = this.#waiting.get(item.owner);
    if (own) own.push(item);
    else this.#waiting.set(item.owner, [item]);
    this.#length += 1;
  }

  /** False if it is not waiting any more. */
  remove(item: Item): boolean {
    const own = this.#waiting.get(item.owner) ?? [];
    const at = own.indexOf(item);
    if (at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(item.owner);
    this.#length -= 1;
    return true;
  }

  /** The next one of the owner who has waited longest since the last turn. Call `done` when it has ended. */
  take(): Item | undefined {
    for (const [owner, own] of this.#waiting) {
      if (this.#served.has(owner)) continue;
      const item = own.shift();
      this.#waiting.delete(owner);
      if (own.length > 0) this.#waiting.set(owner, own);
      this.#served.add(owner);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  done(owner: string): void {
    this.#served.delete(owner);
  }

  clear(): Item[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#length = 0;
    return items;
  }
}
