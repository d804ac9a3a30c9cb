import { decodeG711, decodePcm16, encodeG711, encodePcm16 } from '../../../engines/codec/index.ts';
import { createResampler } from '../../../engines/dsp/index.ts';
import { ProtocolError } from './protocol-error.ts';
import { type FormatName, RATES } from './session-config.ts';

const EAR_RATE = 16_000;

/** Base64 of the client's format in, 16 kHz samples out. */
export function createSoundReader(format: FormatName): (base64: string) => Float32Array {
  const resampler = createResampler(RATES[format], EAR_RATE);
  return (base64) => {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0 && base64.length > 0)
      throw new ProtocolError('invalid_value', 'audio is not base64.', 'audio');
    if (format === 'audio/pcm') {
      if (bytes.length % 2 !== 0)
        throw new ProtocolError('invalid_value', 'audio has half a sample: 16 bits are two bytes.', 'audio');
      return resampler.push(decodePcm16(bytes));
    }
    return resampler.push(decodeG711(bytes, format === 'audio/pcmu' ? 'mu' : 'a'));
  };
}

/** Samples of the speech engine in, bytes of the client's format out. */
export function createSoundWriter(format: FormatName, engineRate: number): (samples: Float32Array) => Buffer {
  const resampler = createResampler(engineRate, RATES[format]);
  return (samples) => {
    const resampled = resampler.push(samples);
    if (format === 'audio/pcm') return encodePcm16(resampled);
    return encodeG711(resampled, format === 'audio/pcmu' ? 'mu' : 'a');
  };
}
