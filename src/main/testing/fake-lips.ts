import type { LipsEngine } from '../../engines/lipsync/index.ts';

export type FakeLips = LipsEngine & { heardSeconds: number[] };

/** Hears nothing but how long a sound is; `absent` as on a machine without the weights. */
export function createFakeLips({ absent }: { absent: boolean }): FakeLips {
  const heardSeconds: number[] = [];
  return {
    heardSeconds,
    status: () => (absent ? 'absent' : 'ready'),
    async hear(samples) {
      heardSeconds.push(samples.length / 16_000);
      const steps = 2 * Math.ceil(samples.length / 320);
      return { steps, visemes: new Float32Array(15 * steps), curves: new Float32Array(5 * steps) };
    },
    listen: () => {
      throw new Error('no test listens live');
    },
    close: async () => undefined,
  };
}
