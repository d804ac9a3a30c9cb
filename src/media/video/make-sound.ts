import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeWav } from '../../engines/codec/index.ts';
import type { DecodeAudio } from '../../engines/ffmpeg/index.ts';
import type { MouthTrack } from '../../engines/lipsync/index.ts';
import type { SpeechChunk, SpeechEngine } from '../../engines/speech/index.ts';
import { type CaptionWord, Timeline } from '../speech/index.ts';
import { followSound, followSpeech, type LipsDeps } from './follow-mouth.ts';
import { type Script, sayScript } from './say-script.ts';

export type HearDeps = LipsDeps & { engine: SpeechEngine; decodeAudio: DecodeAudio };

/** What is heard in a film, and what the mouth does meanwhile. */
export type Sound = { path: string; mouth: MouthTrack; words: CaptionWord[] };

/** Longer than any plan allows: the server has looked at the length before. */
const LONGEST_SECONDS = 3_600;

type Hearing = { lipsyncModel: string; signal: AbortSignal };

export async function speakScript(
  deps: HearDeps,
  script: Script,
  { folder, signal, lipsyncModel: model }: Hearing & { folder: string },
  onSpoken: (share: number) => void,
): Promise<Sound> {
  const { engine } = deps;
  const { sampleRate } = engine.capabilities;
  const { text } = script;
  const timeline = new Timeline(text, sampleRate);
  const chunks: SpeechChunk[] = [];
  for await (const chunk of sayScript(engine, script, signal)) {
    chunks.push(chunk);
    timeline.add(chunk);
    onSpoken(chunk.end / text.length);
  }
  const path = join(folder, 'speech.wav');
  const samples = chunks.map((chunk) => chunk.samples);
  await writeFile(path, encodeWav(samples, sampleRate));
  const decode = () => decoded(deps, path, signal);
  const mouth = await followSpeech(deps, { chunks, sampleRate }, decode, { model, signal });
  return { path, mouth, words: timeline.words };
}

export async function hearSound(
  deps: HearDeps,
  path: string,
  { lipsyncModel: model, signal }: Hearing,
): Promise<Sound> {
  const samples = await decoded(deps, path, signal);
  return { path, mouth: await followSound(deps, samples, { model, signal }), words: [] };
}

async function decoded({ decodeAudio }: HearDeps, path: string, signal: AbortSignal): Promise<Float32Array> {
  return (await decodeAudio(path, { maxSeconds: LONGEST_SECONDS, signal })).samples;
}
