import { DomainError } from '../../src/platform/errors.ts';
import { ANY_LANGUAGE_MODELS, type LargerModel, MODELS } from './models.ts';

export class NoSpeech extends DomainError {
  constructor() {
    super({
      kind: 'unprocessable',
      code: 'no_speech',
      public: 'No speech was found in the audio; nothing was charged.',
    });
  }
}

export class LanguageNotTranscribed extends DomainError {
  constructor(language: string) {
    super({
      kind: 'invalid',
      code: 'unsupported_language',
      public: `"${language.slice(0, 20)}" is not a supported language. GET /api/v1/stt lists them; omit it to have the language detected.`,
    });
  }
}

export class UnknownTranscriptionModel extends DomainError {
  constructor() {
    const message = `must be one of ${MODELS.join(', ')}`;
    super({
      kind: 'invalid',
      code: 'unknown_model',
      public: `model ${message}.`,
      detail: [{ path: 'body.model', message }],
    });
  }
}

export class OnlyEnglish extends DomainError {
  constructor(model: string) {
    super({
      kind: 'invalid',
      code: 'unsupported_language',
      public: `${model} only transcribes English. Use ${ANY_LANGUAGE_MODELS.join(' or ')} for other languages and for translation, or omit model.`,
    });
  }
}

export class ModelNotInstalled extends DomainError {
  constructor(model: LargerModel, installed: readonly string[]) {
    super({
      kind: 'unavailable',
      code: 'model_not_installed',
      public: `${model} is not installed on this server. Its operator can install it with "./run models ${model}". Installed: ${installed.join(', ')}.`,
    });
  }
}

export class TranscriptionNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Transcription is not installed on this server.',
    });
  }
}

export class SpeakersNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Speaker labels are not installed on this server; transcription without them is not affected.',
    });
  }
}
