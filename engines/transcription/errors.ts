import { domainError, fieldFault } from '../../src/platform/errors.ts';
import { ANY_LANGUAGE_MODELS, type LargerModel, MODELS } from './models.ts';

export const NoSpeech = domainError(
  'unprocessable',
  'no_speech',
  'No speech was found in the audio; nothing was charged.',
);

export const LanguageNotTranscribed = domainError(
  'invalid',
  'unsupported_language',
  (language: string) =>
    `"${language.slice(0, 20)}" is not a supported language. GET /api/v1/stt lists them; omit it to have the language detected.`,
);

export const UnknownTranscriptionModel = domainError(
  'invalid',
  'unknown_model',
  fieldFault('model', `must be one of ${MODELS.join(', ')}`),
);

export const OnlyEnglish = domainError(
  'invalid',
  'unsupported_language',
  (model: string) =>
    `${model} only transcribes English. Use ${ANY_LANGUAGE_MODELS.join(' or ')} for other languages and for translation, or omit model.`,
);

export const ModelNotInstalled = domainError(
  'unavailable',
  'model_not_installed',
  (model: LargerModel, installed: readonly string[]) =>
    `${model} is not installed on this server. Its operator can install it with "./run models ${model}". Installed: ${installed.join(', ')}.`,
);

export const TranscriptionNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Transcription is not installed on this server.',
);

export const SpeakersNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Speaker labels are not installed on this server; transcription without them is not affected.',
);
