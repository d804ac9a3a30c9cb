import { InvalidSpeed, TextNotSpeakable, UnknownVoice, UnsupportedLanguage } from './errors.ts';
import { findLanguage, LANGUAGES, type SpeechLanguage, unreadableLetter } from './languages.ts';
import { readingsFor } from './text/readings.ts';
import { type Sentence, splitSentences } from './text/sentences.ts';
import { tokenize } from './text/tokenize.ts';
import type { SynthesisRequest } from './types.ts';
import { findVoice, type SpeechVoice } from './voices.ts';

export const SPEED = { min: 0.5, max: 2 };

export type ReadRequest = {
  voice: SpeechVoice;
  language: SpeechLanguage;
  speed: number;
  sentences: Sentence[];
};

/** Everything that can be wrong with a request is found here, before any process is asked. */
export function readRequest(request: SynthesisRequest): ReadRequest {
  const voice = findVoice(request.voiceId);
  if (!voice) throw new UnknownVoice(request.voiceId);
  const speed = request.speed ?? 1;
  if (!(speed >= SPEED.min && speed <= SPEED.max)) throw new InvalidSpeed(SPEED);
  const language = languageOf(request.language ?? voice.language);
  refuseForeignScript(request.text, language, voice);
  const sentences = splitSentences(tokenize(request.text, readingsFor(language.code)));
  if (sentences.length === 0) throw new TextNotSpeakable();
  return { voice, language, speed, sentences };
}

function languageOf(tag: string): SpeechLanguage {
  const language = findLanguage(tag);
  if (language) return language;
  const known = LANGUAGES.map(({ code }) => code).join(', ');
  throw new UnsupportedLanguage(`The language "${tag.slice(0, 20)}" is not installed; there are ${known}.`);
}

function refuseForeignScript(text: string, language: SpeechLanguage, voice: SpeechVoice): void {
  const letter = unreadableLetter(text, language);
  if (letter === undefined) return;
  throw new UnsupportedLanguage(
    `The voice ${voice.id} speaks ${language.name} and cannot read "${letter}"; it reads ${language.scriptName}. Choose a voice of the text's language.`,
  );
}
