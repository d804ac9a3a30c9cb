import { fromPcm } from './wav.ts';

/** Time in which the browser prepares a sound; an earlier one would be cut at its beginning. */
const LEAD_SECONDS = 0.02;

/** Plays 16-bit mono samples while they arrive. Must be made in a click: browsers keep others silent. */
export function createPcmPlayer(sampleRate: number) {
  const context = new AudioContext({ sampleRate, latencyHint: 'interactive' });
  let half: Uint8Array = new Uint8Array();
  let nextAt = 0;
  let waiting = 0;
  let ended = false;
  let resolve: () => void = () => undefined;
  const finished = new Promise<void>((done) => {
    resolve = done;
  });
  const finishIfSilent = () => {
    if (ended && waiting === 0) resolve();
  };
  void finished.then(() => context.close());
  return {
    /** Answers when the chunk will be heard, in milliseconds of `performance.now()`. */
    play(chunk: Uint8Array): number {
      // A chunk may end in the middle of a sample.
      const bytes = joined(half, chunk);
      const samples = fromPcm(bytes);
      half = bytes.slice(samples.length * 2);
      const at = Math.max(nextAt, context.currentTime + LEAD_SECONDS);
      if (samples.length > 0) {
        const source = context.createBufferSource();
        source.buffer = context.createBuffer(1, samples.length, sampleRate);
        source.buffer.copyToChannel(samples, 0);
        source.connect(context.destination);
        source.onended = () => {
          waiting -= 1;
          finishIfSilent();
        };
        waiting += 1;
        source.start(at);
        nextAt = at + samples.length / sampleRate;
      }
      return performance.now() + (at - context.currentTime + (context.outputLatency || 0)) * 1_000;
    },
    /** No more chunks. Resolves when the last one was heard. */
    end(): Promise<void> {
      ended = true;
      finishIfSilent();
      return finished;
    },
    stop: () => resolve(),
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
