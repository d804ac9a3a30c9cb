import { type ConfigOf, object, text } from '../../../src/platform/process-pool/index.ts';
import type { LipSteps } from './layout.ts';

export type LipsMethods = {
  /** Whole pairs of steps. */
  analyse(payload: { samples: Float32Array }): LipSteps;
};

export const LIPS_CONFIG = object({ modelFile: text });
export type LipsConfig = ConfigOf<typeof LIPS_CONFIG>;
