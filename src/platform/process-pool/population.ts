import { EngineFailed } from './errors.ts';
import { Member } from './member.ts';
import type { PoolState, PoolStats, ProcessPoolOptions } from './options.ts';
import type { PendingCall } from './pending-call.ts';
import { createRespawnBackoff } from './respawn-backoff.ts';
import { judgeMember } from './supervision.ts';

type PopulationEvents = {
  /** Calls that no process has taken yet. */
  demand(): number;
  onFree(): void;
  onDown(): void;
};

const SUPERVISE_MS = 1_000;
const HANG_MS = 30_000;
const CANCEL_GRACE_MS = 1_000;
const URGENT_FACTOR = 8;

/**
 * Keeps the required number of processes alive, and decides when one must go. Processes trade memory for latency. A pool
 * that was warmed and has no idle time keeps all of its processes, and replaces each that ends. Any other pool starts one
 * per waiting call, up to its size, and lets it go after the idle time. A stopping process keeps its place until its
 * memory is free. If starts keep failing, the pauses between them grow and calls are refused, since waiting would be futile.
 */
export class Population {
  readonly #options: ProcessPoolOptions;
  readonly #events: PopulationEvents;
  readonly #members = new Set<Member>();
  readonly #backoff = createRespawnBackoff(() => this.adjust());
  #restarts = 0;
  #kept = false;
  #warming: PromiseWithResolvers<void> | null = null;
  #closed: PromiseWithResolvers<void> | null = null;
  #ticker: NodeJS.Timeout | undefined;
  #tickedMs = 0;

  constructor(options: ProcessPoolOptions, events: PopulationEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** The process with the fewest calls, if it takes another one. */
  roomFor({ urgent }: Pick<PendingCall, 'urgent'>): Member | undefined {
    const { callsPerProcess = 1 } = this.#options;
    const most = urgent && callsPerProcess > 1 ? URGENT_FACTOR * callsPerProcess : callsPerProcess;
    return [...this.#members]
      .filter((member) => member.takes(most))
      .sort((one, other) => one.calls.size - other.calls.size)[0];
  }

  busy(): number {
    return this.#in('busy').length;
  }

  /** Calls that a process has. */
  taken(): number {
    return [...this.#members].reduce((sum, { calls }) => sum + calls.size, 0);
  }

  running(call: PendingCall): Member | undefined {
    return [...this.#members].find((member) => member.calls.has(call.id));
  }

  /** True while starts keep failing and the next try is not due: waiting would be futile. */
  refuses(): boolean {
    return this.state() === 'down' && this.#backoff.waiting();
  }

  state(): PoolState {
    const states = [...this.#members].map((member) => member.state);
    if (states.includes('free') || states.includes('busy')) return 'ready';
    if (this.#backoff.down()) return 'down';
    return this.#members.size > 0 || this.#backoff.waiting() ? 'starting' : 'idle';
  }

  stats(): Omit<PoolStats, 'queued'> {
    const processes = [...this.#members].map((member) => ({
      pid: member.pid,
      state: member.state,
      rssBytes: member.measure(),
    }));
    return { busy: this.busy(), restarts: this.#restarts, processes };
  }

  warm(): Promise<void> {
    if (this.#closed) return Promise.reject(new EngineFailed({ cause: 'pool is closed' }));
    this.#kept = !this.#options.idleMs;
    this.#warming ??= Promise.withResolvers();
    const { promise } = this.#warming;
    this.#settleWarming();
    this.adjust();
    return promise;
  }

  adjust(): void {
    if (this.#closed) return;
    const everyone = this.#kept || this.#warming !== null;
    // A stopping process still holds its memory, so it keeps its slot until it is gone.
    const needed = everyone
      ? this.#options.size
      : this.busy() + this.#in('stopping').length + this.#events.demand();
    while (this.#members.size < Math.min(this.#options.size, needed) && !this.#backoff.waiting())
      this.#spawn();
  }

  close(graceMs: number): Promise<void> {
    this.#closed = Promise.withResolvers();
    this.#backoff.cancel();
    this.#warming?.reject(new EngineFailed({ cause: 'pool is closed' }));
    for (const member of this.#members) member.leave('closed');
    const timer = setTimeout(() => {
      for (const member of this.#members) member.kill('closed');
    }, graceMs);
    const { promise } = this.#closed;
    this.#settleClosed();
    return promise.finally(() => clearTimeout(timer));
  }

  #spawn(): void {
    const { name, entry, config, startDeadlineMs, cancelGraceMs = CANCEL_GRACE_MS, log } = this.#options;
    const settings = {
      entry,
      config,
      startDeadlineMs,
      cancelGraceMs,
      log: log.child({ engine: name }),
    };
    const events = {
      onReady: () => this.#ready(),
      onAnswered: (answered: Member) => this.#answered(answered),
      onGone: (gone: Member) => this.#gone(gone),
    };
    try {
      this.#members.add(new Member(settings, events));
    } catch (error) {
      // The system could not create a process; a later try may succeed.
      settings.log.error({ err: error }, 'engine process could not be created');
      this.#lost({ endReason: 'crashed', wasReady: false });
      return;
    }
    this.#ticker ??= setInterval(() => this.#tick(), this.#options.superviseEveryMs ?? SUPERVISE_MS).unref();
  }

  #ready(): void {
    this.#backoff.started();
    this.#settleWarming();
    this.#events.onFree();
  }

  #answered(member: Member): void {
    this.#backoff.answered();
    if (this.#closed) member.leave('closed');
    else if (member.rssBytes > this.#options.maxRssBytes) member.leave('memory');
    this.#events.onFree();
  }

  #gone(member: Member): void {
    this.#members.delete(member);
    if (this.#members.size === 0) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }
    this.#settleClosed();
    if (this.#closed) return;
    this.#lost(member);
    this.adjust();
  }

  #lost(end: Pick<Member, 'endReason' | 'wasReady'>): void {
    if (end.endReason !== 'idle') this.#restarts += 1;
    this.#backoff.exited(end);
    if (this.state() !== 'down') return;
    this.#warming?.reject(new EngineFailed({ cause: 'engine does not start' }));
    this.#warming = null;
    this.#events.onDown();
  }

  #tick(): void {
    const nowMs = performance.now();
    const everyMs = this.#options.superviseEveryMs ?? SUPERVISE_MS;
    // After a stall of our own event loop, heartbeats are still unread, so a missing one proves nothing.
    const stalled = this.#tickedMs > 0 && nowMs - this.#tickedMs > 3 * everyMs;
    this.#tickedMs = nowMs;
    for (const member of this.#members) {
      if (stalled) member.lastMessageMs = nowMs;
      const verdict = judgeMember(member, nowMs, { hangMs: HANG_MS, ...this.#options });
      if (verdict === 'idle') member.stop(verdict);
      else if (verdict) member.kill(verdict);
    }
  }

  #settleWarming(): void {
    const up = [...this.#members].filter((member) => member.state === 'free' || member.state === 'busy');
    if (!this.#warming || up.length < this.#options.size) return;
    this.#warming.resolve();
    this.#warming = null;
  }

  #settleClosed(): void {
    if (this.#members.size === 0) this.#closed?.resolve();
  }

  #in(state: Member['state']): Member[] {
    return [...this.#members].filter((member) => member.state === state);
  }
}
