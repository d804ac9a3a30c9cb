import { collectInTurns } from '../../platform/event-loop.ts';
import { readVoice } from './blend.ts';
import { InvalidSpeed, TextNotSpeakable, UnsupportedLanguage } from './errors.ts';
import { findLanguage, LANGUAGES, type SpeechLanguage, unreadableLetter } from './languages.ts';
import { readText } from './read-text.ts';
import { isRemote, type RemoteSpeaker } from './remote-speaker.ts';
import { readSpeaker, type SpeakerArtifact } from './speaker.ts';
import { type Sentence, splitSentences } from './text/sentences.ts';
import type { Token } from './text/token.ts';
import type { CheckRequest } from './types.ts';
import type { SpeechVoice, VoicePart } from './voices.ts';

export const SPEED = { min: 0.5, max: 2 };

export type ReadRequest = {
  /** Null when only the text is checked, and for a remote speaker. */
  voice: SpeechVoice | null;
  /** The presets of a blend; empty for a custom speaker. */
  parts: VoicePart[];
  speaker?: SpeakerArtifact;
  /** Instead of a speaker of our own. */
  remote?: RemoteSpeaker;
  language: SpeechLanguage;
  speed: number;
  sentences: Sentence[];
};

/** Validates the whole request before any process is called. */
export async function readRequest(request: CheckRequest): Promise<ReadRequest> {
  const spokenBy = readSpokenBy(request);
  const { voice } = spokenBy;
  const speed = request.speed ?? 1;
  if (!(speed >= SPEED.min && speed <= SPEED.max)) throw new InvalidSpeed(SPEED);
  const language = languageOf(request.language ?? voice?.language ?? ownLanguage(spokenBy) ?? 'en');
  const tokens = await collectInTurns(readText(request, language.code));
  if (request.voiceId !== null) refuseForeignScript(tokens, language, request.voiceId);
  const sentences = splitSentences(tokens);
  if (sentences.length === 0) throw new TextNotSpeakable();
  return { ...spokenBy, language, speed, sentences };
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

function refuseForeignScript(tokens: readonly Token[], language: SpeechLanguage, voiceId: string): void {
  const read = tokens.filter(({ kind, phonemes }) => kind === 'word' && phonemes === undefined);
  const letter = unreadableLetter(read.map(({ spoken }) => spoken).join(' '), language);
  if (letter === undefined) return;
  const others = LANGUAGES.filter(({ scripts }) => scripts.test(letter)).map(({ code }) => code);
  const hint =
    others.length > 0 ? `Send the language of the text (${others.join(', ')}), or choose` : 'Choose';
  throw new UnsupportedLanguage(
    `The voice ${voiceId} is to speak ${language.name} and cannot read "${letter}"; it reads ${language.scriptName}. ${hint} a voice for it.`,
  );
}
