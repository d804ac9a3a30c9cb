import { DECODER_SHA256 } from '../weights.ts';
import { ADAPTATION_SIZE } from './adaptation.ts';

/** Tells adaptations for one decoder from those for another. */
export const DECODER_ID = DECODER_SHA256.slice(0, 16);
/**
 * An adaptation as it is kept with a voice: the beginning of the SHA-256 of the decoder that it was made for, then its numbers in 16
 * bits, all in base64. With another decoder it would be noise.
 */
const STAMP = Buffer.from(DECODER_ID, 'hex');
const BYTES = STAMP.length + 2 * ADAPTATION_SIZE;
export const KEPT_LENGTH = 4 * Math.ceil(BYTES / 3);

export function keepAdaptation(numbers: Float32Array): string {
  return Buffer.concat([STAMP, new Uint8Array(new Float16Array(numbers).buffer)]).toString('base64');
}

/** If it was made for another decoder, the voice must be adapted again. */
export function isForThisDecoder(kept: string): boolean {
  const start = Buffer.from(kept.slice(0, STAMP.length * 2), 'base64').subarray(0, STAMP.length);
  return kept.length === KEPT_LENGTH && start.equals(STAMP);
}

export function readAdaptation(kept: string): Float32Array {
  if (!isForThisDecoder(kept)) throw new Error('the adaptation is damaged, or was made for another decoder');
  const bytes = new Uint8Array(Buffer.from(kept, 'base64').subarray(STAMP.length));
  const numbers = Float32Array.from(new Float16Array(bytes.buffer));
  if (!numbers.every(Number.isFinite)) throw new Error('the adaptation has numbers that are not finite');
  return numbers;
}
