import { DomainError } from '../../src/platform/errors.ts';

export class UnknownVoice extends DomainError {
  constructor(voiceId: string) {
    super({
      kind: 'invalid',
      code: 'unknown_voice',
      public: `There is no preset voice "${voiceId.slice(0, 60)}".`,
    });
  }
}

export class UnsupportedLanguage extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'unsupported_language', public: message });
  }
}

/** The text has nothing to speak: only punctuation, silent symbols or emoji. */
export class TextNotSpeakable extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'text_not_speakable',
      public: 'The text contains nothing that can be spoken. Send at least one word or number.',
    });
  }
}

export class InvalidSpeed extends DomainError {
  constructor(range: { min: number; max: number }) {
    super({
      kind: 'invalid',
      code: 'invalid_speed',
      public: `The speed must be a number from ${range.min} to ${range.max}.`,
    });
  }
}

/** `position` is a code point offset in the text as sent, from 0. */
export class InvalidMarkup extends DomainError {
  constructor(message: string, position: number) {
    super({
      kind: 'invalid',
      code: 'invalid_markup',
      public: `The markup at position ${position} of the text is invalid: ${message}.`,
      detail: [{ path: 'body.text', message: `position ${position}: ${message}` }],
    });
  }
}

export class InvalidPronunciation extends DomainError {
  constructor(word: string, message: string) {
    const shown = word.slice(0, 60);
    super({
      kind: 'invalid',
      code: 'invalid_pronunciation',
      public: `The pronunciation of "${shown}" ${message}.`,
      detail: [{ path: `body.pronunciations.${shown}`, message }],
    });
  }
}

/** Pronunciations would make the speech much longer than the text that is paid for. */
export class PronunciationsTooLong extends DomainError {
  constructor(maxAdded: number) {
    const message = `Your pronunciations add more than ${maxAdded} characters to what this text says; shorten them or use them less often.`;
    super({
      kind: 'invalid',
      code: 'pronunciations_too_long',
      public: message,
      detail: [{ path: 'body.pronunciations', message }],
    });
  }
}

/** Numbers, symbols and markup would make the speech much longer than the text that is paid for. */
export class SpokenTextTooLong extends DomainError {
  constructor(max: number) {
    const message = `Read out in full, this text has more than the ${max} characters that a text of its length may have; send it in parts, or write numbers and symbols as words.`;
    super({
      kind: 'invalid',
      code: 'spoken_text_too_long',
      public: message,
      detail: [{ path: 'body.text', message }],
    });
  }
}

export class InvalidVoiceBlend extends DomainError {
  constructor(message: string) {
    super({
      kind: 'invalid',
      code: 'invalid_voice_blend',
      public: `This voice blend is invalid: ${message}.`,
      detail: [{ path: 'body.voice_id', message }],
    });
  }
}

/** No engine can have produced this artifact, so it was damaged in storage or transit. */
export class InvalidSpeaker extends DomainError {
  constructor(message: string) {
    super({
      kind: 'unprocessable',
      code: 'invalid_speaker',
      public: `The data of this voice is damaged: ${message}. Create the voice again.`,
    });
  }
}

/** A worker node has no access to remote engines; the server speaks for it. */
export class RemoteVoiceHere extends DomainError {
  constructor(engine: string) {
    super({
      kind: 'unavailable',
      code: 'remote_voice',
      public: `This voice is spoken by ${engine}, which is not available here.`,
    });
  }
}

export class ForeignSpeaker extends DomainError {
  constructor() {
    super({
      kind: 'unprocessable',
      code: 'foreign_speaker',
      public: 'This voice was created for another version of the speech engine. Create it again.',
    });
  }
}
