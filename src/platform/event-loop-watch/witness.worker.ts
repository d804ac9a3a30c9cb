/**
 * Looks from outside whether the main thread beats. If it has not for a while, a turn of its event loop takes long: then it
 * is interrupted through the inspector, in the middle of that turn, to tell what it is doing. No port is opened.
 */
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import type { WitnessData } from './watch.ts';

const { beats, everyMs, patienceMs, expression }: WitnessData = workerData;
const cell = new Int32Array(beats);
const session = new Session();
session.connectToMainThread();
let last = -1;
let sinceMs = 0;
let hasAsked = false;

setInterval(() => {
  const beat = Atomics.load(cell, 0);
  if (beat !== last) {
    last = beat;
    sinceMs = performance.now();
    hasAsked = false;
  } else if (!hasAsked && performance.now() - sinceMs > patienceMs) {
    hasAsked = true;
    session.post('Runtime.evaluate', { expression });
  }
}, everyMs);
