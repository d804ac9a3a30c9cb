import { type ConfigOf, object, orNull, text } from '../../src/platform/process-pool/index.ts';
import { findDenoisingWeights } from '../denoising/index.ts';
import type { WeightFilesOf } from '../onnx/index.ts';

/** The network that finds the speech is the one that removes noise from it. */
export const findSeparationWeights = findDenoisingWeights;

export type SeparationWeightFiles = WeightFilesOf<typeof findSeparationWeights>;

export const SEPARATION_CONFIG = object({ weights: orNull(object({ gtcrn: text })) });
export type SeparationConfig = ConfigOf<typeof SEPARATION_CONFIG>;
