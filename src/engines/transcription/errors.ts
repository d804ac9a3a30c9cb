import { DomainError } from '../../platform/errors.ts';

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
