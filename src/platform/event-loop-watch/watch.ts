import type { Log } from '../log.ts';
import { startThread, type Thread, ThreadEnded } from '../threads/index.ts';
import { type Activity, currentActivity } from './activity.ts';
import { measureTurns } from './turn-meter.ts';

export type WitnessData = {
  beats: SharedArrayBuffer;
  everyMs: number;
  patienceMs: number;
  expression: string;
};

/** `cpuMs` is processor time. `during` and `stack` are missing if the turn ended before anybody looked. */
export type LongTurn = { cpuMs: number; during?: Activity | undefined; stack?: string | undefined };

export type EventLoopWatch = {
  /** Call when the service is up: starting takes long turns, and nobody waits yet. */
  start(): void;
  /** The listener hears of each look at the event loop, with the processor time since the last one. */
  onLook(listener: (cpuMs: number) => void): void;
  onLongTurn(listener: (turn: LongTurn) => void): void;
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 10;
/** A turn that takes longer keeps everybody waiting for longer than they may notice. */
const LONG_TURN_MS = 50;
/** The witness asks well before a turn counts as long. */
const PATIENCE_MS = 30;
const WITNESS = new URL('./witness.worker.ts', import.meta.url);
const WITNESS_NAME = 'voxEventLoopWitness';
const SHOWN_FRAMES = 8;

/**
 * Notices turns of the event loop that take too long, and says which route or task ran in them. A timer measures them; a
 * thread asks the main one what it is doing while such a turn lasts, because afterwards nobody knows.
 */
export function watchEventLoop({ log }: { log: Log }): EventLoopWatch {
  const looked: ((cpuMs: number) => void)[] = [];
  const found: ((turn: LongTurn) => void)[] = [];
  const beats = new SharedArrayBuffer(4);
  const cell = new Int32Array(beats);
  let seen: Omit<LongTurn, 'cpuMs'> = {};
  let stopMeasuring = (): void => undefined;
  let witness: Thread<never> | undefined;

  function look(cpuMs: number): void {
    Atomics.add(cell, 0, 1);
    for (const listener of looked) listener(cpuMs);
    const turn = { cpuMs, ...seen };
    seen = {};
    if (cpuMs <= LONG_TURN_MS + LOOK_EVERY_MS) return;
    const { during, stack } = turn;
    const facts = {
      cpu_ms: Math.round(cpuMs),
      route: during?.name ?? 'unknown',
      request_id: during?.requestId,
      stack,
    };
    log.warn(facts, 'a turn of the event loop took too long');
    for (const listener of found) listener(turn);
  }

  return {
    start() {
      stopMeasuring = measureTurns(LOOK_EVERY_MS, look).stop;
      const witnessed = (): void => {
        seen = { during: currentActivity(), stack: stackHere() };
      };
      Object.defineProperty(globalThis, WITNESS_NAME, { value: witnessed, configurable: true });
      const data: WitnessData = {
        beats,
        everyMs: LOOK_EVERY_MS,
        patienceMs: PATIENCE_MS,
        expression: `${WITNESS_NAME}()`,
      };
      // The service does well without it: lines then lack the route.
      const onEnd = (err: Error): void => {
        if (!(err instanceof ThreadEnded)) log.error({ err }, 'the watch on the event loop has ended');
      };
      witness = startThread(WITNESS, { data, onEnd });
    },
    onLook: (listener) => void looked.push(listener),
    onLongTurn: (listener) => void found.push(listener),
    async stop() {
      stopMeasuring();
      await witness?.end();
    },
  };
}

/** The message, this function, the witness and the expression that called it. */
const OWN_LINES = 4;

function stackHere(): string | undefined {
  const lines = new Error('here').stack?.split('\n').slice(OWN_LINES, OWN_LINES + SHOWN_FRAMES);
  return lines?.map((line) => line.trim()).join(' ← ');
}
