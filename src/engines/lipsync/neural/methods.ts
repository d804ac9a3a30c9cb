import { type ConfigOf, object, text } from '../../../platform/process-pool/index.ts';
import type { HeardSteps } from './layout.ts';

export type LipsMethods = {
  /** Whole pairs of steps. */
  hear(payload: { samples: Float32Array }): HeardSteps;
};

export const LIPS_CONFIG = object({ modelFile: text });
export type LipsConfig = ConfigOf<typeof LIPS_CONFIG>;
