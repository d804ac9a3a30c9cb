import { type ConfigOf, object, text } from '../../src/platform/process-pool/index.ts';
import { type WeightFilesOf, weightsIn, weightTable } from '../onnx/index.ts';

const suppressor = weightsIn('@sapphi-red/web-noise-suppressor', 'dist/');

export const findDenoisingWeights = weightTable('denoising.verified', {
  gtcrn: suppressor(
    'gtcrn.wasm',
    'gtcrn.wasm',
    '01a5286ddaa1ce6d0dd5510bd9241f3bf0cc727a05d5767ae6881d85d9983719',
  ),
});

export type DenoisingWeightFiles = WeightFilesOf<typeof findDenoisingWeights>;

export const DENOISING_CONFIG = object({ gtcrn: text });
export type DenoisingConfig = ConfigOf<typeof DENOISING_CONFIG>;
