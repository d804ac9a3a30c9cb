import { collectInTurns } from '../../src/platform/event-loop.ts';
import { readVoice } from './blend.ts';
import type { ScoreTexts } from './detection/detect-languages.ts';
import { InvalidSpeed, TextNotSpeakable, UnsupportedLanguage } from './errors.ts';
import { findLanguage, LANGUAGES, type SpeechLanguage, unreadableLetter } from './languages.ts';
import { readMixedText, readText } from './read-text.ts';
import { isRemote, type RemoteSpeaker } from './remote-speaker.ts';
import { readSpeaker, type SpeakerArtifact } from './speaker.ts';
import type { CheckRequest } from './synthesis-request.ts';
import { type Sentence, splitSentences } from './text/sentences.ts';
import type { Token } from './text/token.ts';
import type { SpeechVoice, VoicePart } from './voices.ts';

export const SPEED = { min: 0.5, max: 2 };

export type ReadRequest = {
  /** Null when only the text is checked, and for a remote speaker. */
  voice: SpeechVoice | null;
  /** The presets of a blend; empty for a custom speaker. */
  parts: VoicePart[];
  speaker?: SpeakerArtifact;
  /** Speaks instead of a speaker of our own. */
  remote?: RemoteSpeaker;
  /** Words without a language of their own have this one. */
  language: SpeechLanguage;
  speed: number;
  sentences: Sentence[];
};

/** This `language` asks for detection in each sentence. */
const AUTO = 'auto';

/** Validates the whole request before anything is spoken. Only `auto` needs the scores. */
export async function readRequest(
  request: CheckRequest,
  scoreTexts: ScoreTexts = cannotScore,
): Promise<ReadRequest> {
  const spokenBy = readSpokenBy(request);
  const { voice } = spokenBy;
  const speed = request.speed ?? 1;
  if (!(speed >= SPEED.min && speed <= SPEED.max)) throw new InvalidSpeed(SPEED);
  const isAuto = request.language?.trim().toLowerCase() === AUTO;
  const asked = isAuto ? undefined : request.language;
  const language = languageOf(asked ?? voice?.language ?? ownLanguage(spokenBy) ?? 'en');
  const read = isAuto
    ? await readMixedText(request, language.code, scoreTexts)
    : readText(request, language.code);
  const tokens = await collectInTurns(read);
  const { voiceId } = request;
  if (voiceId !== null) refuseUnreadable(tokens, language, { voiceId, isAuto });
  const sentences = splitSentences(tokens);
  if (sentences.length === 0) throw new TextNotSpeakable();
  return { ...spokenBy, language, speed, sentences };
}

function cannotScore(): never {
  throw new Error('languages are detected by the language process');
}

type SpokenBy = Pick<ReadRequest, 'voice' | 'parts' | 'speaker' | 'remote'>;

function readSpokenBy({ voiceId, speaker: kept }: CheckRequest): SpokenBy {
  if (voiceId === null) return { voice: null, parts: [] };
  if (!kept) return readVoice(voiceId);
  if (isRemote(kept)) return { voice: null, parts: [], remote: kept };
  const speaker = readSpeaker(kept);
  const { voice } = readVoice(speaker.baseVoice);
  return { voice: { ...voice, id: voiceId }, parts: [], speaker };
}

/** A remote engine may have been given samples in a language that we cannot read. */
function ownLanguage({ remote }: SpokenBy): string | undefined {
  return remote && findLanguage(remote.language)?.code;
}

function languageOf(tag: string): SpeechLanguage {
  const language = findLanguage(tag);
  if (language) return language;
  const known = LANGUAGES.map(({ code }) => code).join(', ');
  throw new UnsupportedLanguage(`The language "${tag.slice(0, 20)}" is not supported; use one of ${known}.`);
}

function refuseUnreadable(
  tokens: readonly Token[],
  language: SpeechLanguage,
  { voiceId, isAuto }: { voiceId: string; isAuto: boolean },
): void {
  const found = firstUnreadable(tokens, language);
  if (!found) return;
  const { letter, in: spokenIn } = found;
  const others = LANGUAGES.filter(({ script }) => script.letters.test(letter)).map(({ code }) => code);
  if (isAuto && others.length === 0)
    throw new UnsupportedLanguage(
      `No supported language reads "${letter}"; this server speaks ${LANGUAGES.map(({ name }) => name).join(', ')}.`,
    );
  const reads = `cannot read "${letter}"; it reads ${spokenIn.script.name}`;
  // Detection gives every letter to a language that reads it, so these words are marked.
  if (isAuto || spokenIn !== language)
    throw new UnsupportedLanguage(`${spokenIn.name} ${reads}. Mark these words with another language.`);
  const hint =
    others.length > 0
      ? `Send the language of the text (${[...others, AUTO].join(', ')}), or choose`
      : 'Choose';
  throw new UnsupportedLanguage(
    `The voice ${voiceId} is to speak ${language.name} and ${reads}. ${hint} a voice for it.`,
  );
}

function firstUnreadable(
  tokens: readonly Token[],
  language: SpeechLanguage,
): { letter: string; in: SpeechLanguage } | undefined {
  for (const { kind, phonemes, spoken, language: own } of tokens) {
    if (kind !== 'word' || phonemes !== undefined) continue;
    const spokenIn = (own && findLanguage(own)) ?? language;
    const letter = unreadableLetter(spoken, spokenIn);
    if (letter !== undefined) return { letter, in: spokenIn };
  }
  return undefined;
}
