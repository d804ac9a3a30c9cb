import { type CheckedSpeech, findLanguage } from '../../../engines/speech/index.ts';

// A voice may say before a text that a computer made it: docs/decisions/0044-disclosure.md.

export const SPEECH_DISCLOSURES = ['audible', 'none'] as const;
export type SpeechDisclosure = (typeof SPEECH_DISCLOSURES)[number];

/** Where the sentence stands in the text that is spoken, in UTF-16 units. */
export type DisclosurePlace = { start: number; end: number };
export type DisclosedText = { text: string; place: DisclosurePlace };

/** SSML has everything inside this element. */
const SPEAK = /^\s*<speak(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/u;
const SSML_LANGUAGE = /\sxml:lang\s*=\s*["']([^"']*)["']/u;

/** Puts the sentence before the text, in the language that is spoken there. */
export function withDisclosure(
  { text, language }: { text: string; language?: string | undefined },
  { read, languages }: Pick<CheckedSpeech, 'read' | 'languages'>,
): DisclosedText {
  const [speak = ''] = SPEAK.exec(text) ?? [];
  const [, marked = ''] = SSML_LANGUAGE.exec(speak) ?? [];
  const detected = language?.trim().toLowerCase() === 'auto' ? languages[0]?.language : undefined;
  const spoken = findLanguage(marked) ?? findLanguage(detected ?? '') ?? read.language;
  const sentence = spoken.disclosure.speech;
  const place = { start: speak.length, end: speak.length + sentence.length };
  // On a line of its own it is a sentence, whatever follows.
  return { text: `${speak}${sentence}\n${text.slice(speak.length)}`, place };
}

/** Turns an offset in the text that is spoken into one in the text as it was sent. */
export function offsetAsSent({ start, end }: DisclosurePlace, offset: number): number {
  return offset <= start ? offset : Math.max(start, offset - (end - start) - 1);
}
