export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests move by hand, so that nothing has to sleep. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(start: Date | string = '2026-01-01T00:00:00Z') {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  advanceMs(ms: number): void {
    this.#nowMs += ms;
  }
}
