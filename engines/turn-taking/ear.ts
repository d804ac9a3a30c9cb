import type { EarOptions } from './ear-options.ts';
import { SoundBacklog } from './errors.ts';
import { createListener } from './listener.ts';

export type Ear = {
  /** Mono, 16 kHz. Wait for it before more is sent: it resolves when the sound was heard. */
  push(samples: Float32Array): Promise<void>;
  /** Asks for a `words` event as soon as the speech in progress has words, without waiting for a pause. */
  listenForWords(): void;
  /** Ends the turn now. False if there is no sound to end. */
  commit(): boolean;
  /** Forgets the turn in progress. */
  clear(): void;
  close(): void;
};

const RATE = 16_000;
const PIECE_SAMPLES = RATE;
/** A sender that does not wait and exceeds this gets `SoundBacklog`. */
const MAX_BACKLOG_SAMPLES = 30 * RATE;
/** More finished turns than this make the sender wait for the recogniser. */
const MAX_PENDING_TURNS = 2;

/** Hears one caller: finds turns in sound as it comes, and their words. Time is that of the sound, not of a clock. */
export function createEar(options: EarOptions): Ear {
  const stream = options.detection.type === 'none' ? null : options.activity.open();
  const listener = createListener(options);
  let backlog = 0;
  let queue: Promise<void> = Promise.resolve();
  let closed = false;

  async function take(samples: Float32Array): Promise<void> {
    for (let from = 0; from < samples.length && !closed; from += PIECE_SAMPLES) {
      const piece = samples.subarray(from, from + PIECE_SAMPLES);
      await listener.settled(MAX_PENDING_TURNS);
      listener.append(piece);
      if (!stream) continue;
      const probabilities = await stream.push(piece);
      for (const probability of probabilities) if (!closed) listener.frame(probability);
    }
  }

  return {
    async push(samples) {
      if (closed) return;
      if (backlog + samples.length > MAX_BACKLOG_SAMPLES) throw new SoundBacklog();
      backlog += samples.length;
      const taken = queue.then(() => take(samples));
      const done = taken.finally(() => {
        backlog -= samples.length;
      });
      // The sender of this sound gets its failure; the next one does not.
      queue = done.catch(() => undefined);
      return done;
    },
    listenForWords: () => listener.listenForWords(),
    commit: () => listener.commit(),
    clear: () => listener.clear(),
    close() {
      closed = true;
      listener.clear();
    },
  };
}
