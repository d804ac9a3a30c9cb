import { DenoisingNotInstalled } from '../../../engines/denoising/index.ts';
import type { VoiceMaker } from '../../library/voices/index.ts';

/** The speech of a recording alone: mono, 16 kHz. The recording itself, where that is not installed. */
export async function withoutBackground(
  { removeNoise }: Pick<VoiceMaker, 'removeNoise'>,
  samples: Float32Array,
  signal: AbortSignal,
): Promise<Float32Array> {
  try {
    return await removeNoise(samples, signal);
  } catch (error) {
    if (error instanceof DenoisingNotInstalled) return samples;
    throw error;
  }
}
