/** Recent sound, addressed by samples since the beginning. */
export type SoundBuffer = {
  /** The first sample that is still held, and the one after the last. */
  start(): number;
  end(): number;
  append(samples: Float32Array): void;
  /** A copy of what is held between two places. */
  read(from: number, to: number): Float32Array;
  forgetBefore(sample: number): void;
};

export function createSoundBuffer(): SoundBuffer {
  let held = new Float32Array(16_000);
  let first = 0;
  let length = 0;
  return {
    start: () => first,
    end: () => first + length,
    append(samples) {
      if (length + samples.length > held.length) {
        const wider = new Float32Array(2 * (length + samples.length));
        wider.set(held.subarray(0, length));
        held = wider;
      }
      held.set(samples, length);
      length += samples.length;
    },
    read: (from, to) => held.slice(Math.max(0, from - first), Math.max(0, Math.min(length, to - first))),
    forgetBefore(sample) {
      const gone = Math.min(length, Math.max(0, sample - first));
      if (gone === 0) return;
      const left = held.subarray(gone, length);
      // A long turn must not leave its memory to the silence after it.
      if (held.length > 16_000 && left.length < held.length / 4)
        held = new Float32Array(Math.max(16_000, 2 * left.length));
      held.set(left);
      length -= gone;
      first += gone;
    },
  };
}
