import { type ChildProcess, fork } from 'node:child_process';
import type { Log } from '../log.ts';
import { childEnvironment } from './child-environment.ts';
import { logOutput } from './child-output.ts';
import { EngineFailed } from './errors.ts';
import type { PendingCall } from './pending-call.ts';
import { type FromChild, fromWire, type ToChild } from './protocol.ts';
import { type EndReason, residentBytes } from './supervision.ts';

export type MemberSettings = {
  entry: URL;
  /** First message to the child. */
  config: unknown;
  startDeadlineMs: number;
  cancelGraceMs: number;
  log: Log;
};

export type MemberEvents = {
  onReady(member: Member): void;
  /** It has responded, successfully or not, and may take the next call. */
  onAnswered(member: Member): void;
  onGone(member: Member): void;
};

type MemberState = 'starting' | 'free' | 'busy' | 'stopping' | 'gone';

/** A process that has not exited this long after being asked is not listening. */
const STOP_GRACE_MS = 1_000;

/** One engine process. Its crash affects only the calls that it runs. */
export class Member {
  state: MemberState = 'starting';
  endReason: EndReason = 'crashed';
  wasReady = false;
  rssBytes = 0;
  freeSinceMs = 0;
  lastMessageMs = performance.now();
  readonly calls = new Map<number, PendingCall>();
  readonly #settings: MemberSettings;
  readonly #events: MemberEvents;
  readonly #child: ChildProcess;
  readonly #log: Log;
  /** Start or stop deadline. Only one applies at a time. */
  #killTimer: NodeJS.Timeout | undefined;
  readonly #cancelTimers = new Map<PendingCall, NodeJS.Timeout>();
  #leaving: EndReason | null = null;

  constructor(settings: MemberSettings, events: MemberEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#child = fork(settings.entry, [], {
      // A separate process group: Ctrl-C does not reach it, and killing the group kills its children.
      detached: true,
      env: childEnvironment(),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#log = settings.log.child({ pid: this.#child.pid });
    this.#killAfter(settings.startDeadlineMs, 'hung');
    this.#listen();
    this.#send({ type: 'start', config: settings.config });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  takes(calls: number): boolean {
    const isUp = this.state === 'free' || this.state === 'busy';
    return isUp && !this.#leaving && this.calls.size < calls;
  }

  run(call: PendingCall): void {
    this.state = 'busy';
    this.calls.set(call.id, call);
    const { id, method, payload, urgent } = call;
    try {
      this.#send({ type: 'call', id, method, payload, urgent });
    } catch (error) {
      // The payload cannot be serialised, so the child never received it.
      this.#answered(call, () => call.reject(new EngineFailed({ cause: error })));
    }
  }

  /** Nobody waits for the call any more. The process is kept if it stops in time: a new one takes seconds to load. */
  cancel(call: PendingCall, reason: 'cancelled' | 'deadline'): void {
    if (!this.calls.has(call.id)) return;
    this.#send({ type: 'cancel', id: call.id });
    clearTimeout(this.#cancelTimers.get(call));
    const timer = setTimeout(() => this.kill(reason), this.#settings.cancelGraceMs);
    this.#cancelTimers.set(call, timer);
  }

  /** Takes no more calls, and stops when those that it has are answered. */
  leave(reason: EndReason): void {
    this.#leaving ??= reason;
    if (this.calls.size === 0) this.stop(this.#leaving);
  }

  /** Stops a process that has no call to finish. */
  stop(reason: EndReason): void {
    if (this.state === 'stopping' || this.state === 'gone') return;
    this.state = 'stopping';
    this.endReason = reason;
    this.#killAfter(STOP_GRACE_MS, reason);
    if (this.#child.connected) this.#child.disconnect();
  }

  kill(reason: EndReason): void {
    if (this.state === 'gone') return;
    if (this.state !== 'stopping') this.endReason = reason;
    this.state = 'stopping';
    this.#killGroup();
  }

  /** The kernel tells, if available, otherwise the child's last report. */
  measure(): number {
    const bytes = this.pid === undefined ? null : residentBytes(this.pid);
    if (bytes !== null) this.rssBytes = bytes;
    return this.rssBytes;
  }

  #listen(): void {
    const child = this.#child;
    if (child.stdout) logOutput(child.stdout, this.#log, 'stdout');
    if (child.stderr) logOutput(child.stderr, this.#log, 'stderr');
    child.on('message', (message) => this.#receive(message as FromChild));
    child.on('disconnect', () => {
      if (this.state !== 'stopping') this.kill('crashed');
    });
    child.on('error', (error) => {
      this.#log.error({ err: error }, 'engine process error');
      if (child.pid === undefined) this.#gone('could not be started');
      else this.kill('crashed');
    });
    child.on('exit', (code, signal) => this.#gone(signal ?? `exit code ${code}`));
  }

  #receive(message: FromChild): void {
    this.lastMessageMs = performance.now();
    if ('rssBytes' in message) this.rssBytes = message.rssBytes;
    if (this.state === 'stopping' || this.state === 'gone') return;
    if (message.type === 'ready') {
      this.wasReady = true;
      this.#free();
      this.#events.onReady(this);
    } else if (message.type === 'start-failed') {
      this.#log.error({ cause: message.error.trace }, 'engine could not start');
      this.kill('crashed');
    } else if (message.type !== 'heartbeat') {
      const call = this.calls.get(message.id);
      if (call) this.#hear(call, message);
    }
  }

  #hear(call: PendingCall, message: Extract<FromChild, { id: number }>): void {
    if (message.type === 'report') call.report(message.value);
    else if (message.type === 'result') this.#answered(call, () => call.resolve(message.value));
    else {
      if (!message.error.domain && !call.settled)
        this.#log.error({ method: call.method, cause: message.error.trace }, 'engine call failed');
      this.#answered(call, () => call.reject(fromWire(message.error)));
    }
  }

  #answered(call: PendingCall, settle: () => void): void {
    this.calls.delete(call.id);
    clearTimeout(this.#cancelTimers.get(call));
    this.#cancelTimers.delete(call);
    settle();
    if (this.calls.size === 0) this.#free();
    if (this.#leaving) this.leave(this.#leaving);
    this.#events.onAnswered(this);
  }

  #free(): void {
    clearTimeout(this.#killTimer);
    this.state = 'free';
    this.freeSinceMs = performance.now();
  }

  #gone(how: string): void {
    if (this.state === 'gone') return;
    this.state = 'gone';
    clearTimeout(this.#killTimer);
    for (const timer of this.#cancelTimers.values()) clearTimeout(timer);
    this.#killGroup();
    const expected = this.endReason === 'idle' || this.endReason === 'closed';
    this.#log[expected ? 'debug' : 'warn']({ reason: this.endReason, how }, 'engine process ended');
    const cause = `engine process ended: ${this.endReason} (${how})`;
    for (const call of this.calls.values()) call.reject(new EngineFailed({ cause }));
    this.calls.clear();
    this.#events.onGone(this);
  }

  #killAfter(delayMs: number, reason: EndReason): void {
    clearTimeout(this.#killTimer);
    this.#killTimer = setTimeout(() => this.kill(reason), delayMs);
  }

  #killGroup(): void {
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      // ESRCH: the group is empty already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') this.#child.kill('SIGKILL');
    }
  }

  #send(message: ToChild): void {
    // The callback hears of a broken channel, which would throw otherwise; we act on the exit that follows.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}
