import type { HeardSteps } from './layout.ts';

export type LipsMethods = {
  /** Whole pairs of steps. */
  hear(payload: { samples: Float32Array }): HeardSteps;
};
