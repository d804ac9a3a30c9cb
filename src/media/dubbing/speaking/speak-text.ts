import { joinSamples } from '../../../../engines/dsp/index.ts';
import {
  InvalidMarkup,
  readAnySpeaker,
  type SpeechEngine,
  SpokenTextTooLong,
  type SynthesisRequest,
  TextNotSpeakable,
  UnsupportedLanguage,
} from '../../../../engines/speech/index.ts';
import type { DubVoice } from '../project.ts';
import { isSpeakable, plainText } from './speakable.ts';
import { trimSilence } from './trim-silence.ts';

/** Live listeners have priority over dubs, so a line gets a long deadline. */
const DEADLINE_MS = 15 * 60_000;

export type SpokenBy = Pick<SynthesisRequest, 'voiceId' | 'speaker' | 'language'>;

export function spokenBy(voice: DubVoice, language: string): SpokenBy {
  const speaker =
    'speaker' in voice && voice.speaker !== undefined ? readAnySpeaker(voice.speaker) : undefined;
  // The name of the voice is only a label if there is a speaker.
  return { voiceId: 'voice_id' in voice ? voice.voice_id : 'matched', speaker, language };
}

export type SpeakOptions = { speed: number; jobId: string; signal: AbortSignal };

/** A line without the silence around it. Empty if there is nothing to say in it. */
export async function speakText(
  engine: SpeechEngine,
  text: string,
  by: SpokenBy,
  options: SpeakOptions,
): Promise<Float32Array> {
  const samples = await speakOrSplit(engine, text, by, options);
  return trimSilence(samples, engine.capabilities.sampleRate);
}

async function speakOrSplit(
  engine: SpeechEngine,
  text: string,
  by: SpokenBy,
  options: SpeakOptions,
): Promise<Float32Array> {
  try {
    return await speak(engine, text, by, options);
  } catch (error) {
    if (error instanceof SpokenTextTooLong && text.length > 1) {
      const [one, other] = halves(text);
      const first = await speakOrSplit(engine, one, by, options);
      return joinSamples([first, await speakOrSplit(engine, other, by, options)]);
    }
    if (!isAboutText(error)) throw error;
    // One stray mark or foreign letter must not cost the whole film.
    const plain = plainText(text, by.language ?? '');
    if (plain !== text && isSpeakable(plain, by.language ?? ''))
      return speakOrSplit(engine, plain, by, options);
    if (error instanceof TextNotSpeakable) return new Float32Array();
    throw error;
  }
}

function isAboutText(error: unknown): boolean {
  return (
    error instanceof InvalidMarkup ||
    error instanceof TextNotSpeakable ||
    error instanceof UnsupportedLanguage
  );
}

async function speak(
  engine: SpeechEngine,
  text: string,
  by: SpokenBy,
  { speed, jobId, signal }: SpeakOptions,
): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  const request = { ...by, text, speed };
  const options = { signal, deadlineMs: DEADLINE_MS, whole: true, onBehalfOf: { jobId } };
  for await (const { samples } of engine.synthesize(request, options)) chunks.push(samples);
  return joinSamples(chunks);
}

/** Cuts a text between two sentences near the middle, or else between two words. */
function halves(text: string): [string, string] {
  const middle = text.length / 2;
  const nearest = (pattern: RegExp) =>
    [...text.matchAll(pattern)]
      .map(({ index, 0: { length } }) => index + length)
      .filter((at) => at < text.length)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const at = nearest(/[.!?…]\s+|[。！？]/gu) ?? nearest(/\s+/gu) ?? Math.ceil(middle);
  return [text.slice(0, at), text.slice(at)];
}
