import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeWav } from '../../engines/codec/index.ts';
import { type MouthTrack, trackFromAudio, trackFromSpeech } from '../../engines/lipsync/index.ts';
import type { SpeechChunk, SpeechEngine } from '../../engines/speech/index.ts';
import type { DecodeAudio } from '../../engines/transcription/index.ts';
import { type CaptionWord, createTally } from '../speech/index.ts';
import { type Script, sayScript } from './say-script.ts';

export type HearDeps = { engine: SpeechEngine; decodeAudio: DecodeAudio };

/** What is heard in a film, and what the mouth does meanwhile. */
export type Sound = { path: string; mouth: MouthTrack; words: CaptionWord[] };

/** Longer than any plan allows: the server has looked at the length before. */
const LONGEST_SECONDS = 3_600;
const DECODED_RATE = 16_000;

export async function speakScript(
  { engine }: HearDeps,
  script: Script,
  { folder, signal }: { folder: string; signal: AbortSignal },
  onSpoken: (share: number) => void,
): Promise<Sound> {
  const { sampleRate } = engine.capabilities;
  const { text } = script;
  const tally = createTally(text, sampleRate);
  const chunks: SpeechChunk[] = [];
  for await (const chunk of sayScript(engine, script, signal)) {
    chunks.push(chunk);
    tally.add(chunk);
    onSpoken(chunk.end / text.length);
  }
  const path = join(folder, 'speech.wav');
  const samples = chunks.map((chunk) => chunk.samples);
  await writeFile(path, encodeWav(samples, sampleRate));
  return { path, mouth: trackFromSpeech(chunks, sampleRate), words: tally.words };
}

/** The mouth follows the sound itself: nobody wrote down what is said in it. */
export async function hearSound(
  { decodeAudio }: HearDeps,
  path: string,
  signal: AbortSignal,
): Promise<Sound> {
  const { samples } = await decodeAudio(path, { maxSeconds: LONGEST_SECONDS, signal });
  return { path, mouth: await trackFromAudio(samples, DECODED_RATE), words: [] };
}
