import { type LipSteps, type LipsEngine, VISEMES } from '../../engines/lipsync/index.ts';

export type FakeLips = LipsEngine & { analysedSeconds: number[] };

const PAIR_SAMPLES = 320;
const CURVES = 5;

/** The mouth stays shut for the length of the audio. `absent`: as on a machine without the weights. */
export function createFakeLips({ absent }: { absent: boolean }): FakeLips {
  const analysedSeconds: number[] = [];
  return {
    analysedSeconds,
    status: () => (absent ? 'absent' : 'ready'),
    warm: async () => undefined,
    async analyse(samples, { signal } = {}) {
      signal?.throwIfAborted();
      analysedSeconds.push(samples.length / 16_000);
      return shut(Math.ceil(samples.length / PAIR_SAMPLES));
    },
    listen() {
      let samples = 0;
      let given = 0;
      const upTo = (pairs: number): LipSteps => {
        const steps = shut(pairs - given);
        given = pairs;
        return steps;
      };
      return {
        async push(piece) {
          samples += piece.length;
          return upTo(Math.floor(samples / PAIR_SAMPLES));
        },
        end: async () => upTo(Math.ceil(samples / PAIR_SAMPLES)),
      };
    },
    close: async () => undefined,
  };
}

function shut(pairs: number): LipSteps {
  const steps = 2 * pairs;
  const visemes = Float32Array.from({ length: steps * VISEMES.length }, (_, i) =>
    i % VISEMES.length === VISEMES.indexOf('sil') ? 1 : 0,
  );
  return { steps, visemes, curves: new Float32Array(CURVES * steps) };
}
