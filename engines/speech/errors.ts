import { domainError } from '../../src/platform/errors.ts';

export const UnknownVoice = domainError(
  'invalid',
  'unknown_voice',
  (voiceId: string) => `There is no preset voice "${voiceId.slice(0, 60)}".`,
);

export const UnsupportedLanguage = domainError(
  'invalid',
  'unsupported_language',
  (message: string) => message,
);

/** The text has nothing to speak: only punctuation, silent symbols or emoji. */
export const TextNotSpeakable = domainError(
  'invalid',
  'text_not_speakable',
  'The text contains nothing that can be spoken. Send at least one word or number.',
);

export const InvalidSpeed = domainError(
  'invalid',
  'invalid_speed',
  (range: { min: number; max: number }) => `The speed must be a number from ${range.min} to ${range.max}.`,
);

/** `position` is a code point offset in the text as sent, from 0. */
export const InvalidMarkup = domainError(
  'invalid',
  'invalid_markup',
  (message: string, position: number) => ({
    public: `The markup at position ${position} of the text is invalid: ${message}.`,
    detail: [{ path: 'body.text', message: `position ${position}: ${message}` }],
  }),
);

export const InvalidPronunciation = domainError(
  'invalid',
  'invalid_pronunciation',
  (word: string, message: string) => {
    const shown = word.slice(0, 60);
    return {
      public: `The pronunciation of "${shown}" ${message}.`,
      detail: [{ path: `body.pronunciations.${shown}`, message }],
    };
  },
);

/** Pronunciations would make the speech much longer than the text that is paid for. */
export const PronunciationsTooLong = domainError('invalid', 'pronunciations_too_long', (maxAdded: number) => {
  const message = `Your pronunciations add more than ${maxAdded} characters to what this text says; shorten them or use them less often.`;
  return { public: message, detail: [{ path: 'body.pronunciations', message }] };
});

/** Numbers, symbols and markup would make the speech much longer than the text that is paid for. */
export const SpokenTextTooLong = domainError('invalid', 'spoken_text_too_long', (max: number) => {
  const message = `Read out in full, this text has more than the ${max} characters that a text of its length may have; send it in parts, or write numbers and symbols as words.`;
  return { public: message, detail: [{ path: 'body.text', message }] };
});

export const InvalidVoiceBlend = domainError('invalid', 'invalid_voice_blend', (message: string) => ({
  public: `This voice blend is invalid: ${message}.`,
  detail: [{ path: 'body.voice_id', message }],
}));

/** No engine can have produced this artifact, so it was damaged in storage or transit. */
export const InvalidSpeaker = domainError(
  'unprocessable',
  'invalid_speaker',
  (message: string) => `The data of this voice is damaged: ${message}. Create the voice again.`,
);

/** A worker node has no access to remote engines; the server speaks for it. */
export const RemoteVoiceHere = domainError(
  'unavailable',
  'remote_voice',
  (engine: string) => `This voice is spoken by ${engine}, which is not available here.`,
);

export const ForeignSpeaker = domainError(
  'unprocessable',
  'foreign_speaker',
  'This voice was created for another version of the speech engine. Create it again.',
);
