import { Tensor } from 'onnxruntime-node';
import { PITCH_SCALE, type Utterance } from './methods.ts';
import { TIMBRE_OFFSETS, TIMBRE_PARTS, TIMBRE_SIZE } from './timbre-parts.ts';

const NO_OFFSETS = new Float32Array(TIMBRE_PARTS * TIMBRE_SIZE);

/** Inputs of the model: the symbols, and the speaker with speed and pitch. */
export function speakerFeeds({
  ids,
  style,
  speed,
  f0Scale,
  timbreOffsets,
}: Utterance): Record<string, Tensor> {
  const offsets = timbreOffsets ? Float32Array.from(timbreOffsets) : NO_OFFSETS;
  return {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    style: new Tensor('float32', style, [1, style.length]),
    speed: new Tensor('float32', Float32Array.of(speed), [1]),
    [PITCH_SCALE]: new Tensor('float32', Float32Array.of(f0Scale), [1]),
    [TIMBRE_OFFSETS]: new Tensor('float32', offsets, [TIMBRE_PARTS, TIMBRE_SIZE]),
  };
}
