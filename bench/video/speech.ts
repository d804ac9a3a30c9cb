import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeWav } from '../../engines/codec/index.ts';
import { type MouthTrack, trackFromSpeech } from '../../engines/lipsync/index.ts';
import { assembleKokoro, createKokoroEngine, type SpeechChunk } from '../../engines/speech/index.ts';
import { silentLog } from '../../src/platform/log.ts';

export type Speech = { audioPath: string; mouth: MouthTrack; chunks: SpeechChunk[]; sampleRate: number };

/** Synthesizes `text` with our own engine, which is then closed, so that it does not affect the measurement. */
export async function speak(
  text: string,
  voiceId: string,
  where: { modelsDir: string; folder: string },
): Promise<Speech> {
  await assembleKokoro({ modelsDir: where.modelsDir });
  const engine = createKokoroEngine({ modelsDir: where.modelsDir, log: silentLog });
  const chunks: SpeechChunk[] = [];
  for await (const chunk of engine.synthesize({ text, voiceId })) chunks.push(chunk);
  await engine.close();
  return keep(chunks, engine.capabilities.sampleRate, join(where.folder, 'voice.wav'));
}

/** The same speech, `times` times in a row. */
export async function repeated(
  { chunks, sampleRate }: Speech,
  times: number,
  audioPath: string,
): Promise<Speech> {
  return keep(Array.from({ length: times }, () => chunks).flat(), sampleRate, audioPath);
}

async function keep(chunks: SpeechChunk[], sampleRate: number, audioPath: string): Promise<Speech> {
  const sound = chunks.map(({ samples }) => samples);
  await writeFile(audioPath, encodeWav(sound, sampleRate));
  return { audioPath, mouth: trackFromSpeech(chunks, sampleRate), chunks, sampleRate };
}
