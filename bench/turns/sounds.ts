import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import { readPrompt } from '../../engines/sound-effects/prompt/read-prompt.ts';
import { renderEffect, SAMPLE_RATE } from '../../engines/sound-effects/render.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import { silence } from '../../engines/transcription/testing/spoken.ts';
import type { Utterance } from './utterances.ts';

const RATE = 16_000;
const VOICES = ['af_heart', 'am_michael', 'bf_emma', 'bm_george', 'af_bella', 'am_fenrir'];
const LEAD_SECONDS = 0.5;
/** Longer than any wait at medium eagerness. */
const AFTER_SECONDS = 4.5;

/** `endMs`: the end of the last word in it. */
export type Sounding = Utterance & { samples: Float32Array; endMs: number };

/** Voices take turns. Noise is from our own effects. */
export async function soundOf(
  { engine, folder }: { engine: SpeechEngine; folder: string },
  utterance: Utterance,
  index: number,
): Promise<Sounding> {
  const { text, kind } = utterance;
  const voiceId = VOICES[index % VOICES.length] ?? '';
  const path = join(
    folder,
    `${createHash('sha256').update(`${voiceId} ${text}`).digest('hex').slice(0, 24)}.f32`,
  );
  if (kind !== 'noise' && !existsSync(path)) await writeFile(path, await speech(engine, text, voiceId));
  const { samples, end } = kind === 'noise' ? effect(text) : await stored(path);
  const padded = joinSamples([silence(LEAD_SECONDS), samples, silence(AFTER_SECONDS)]);
  return { ...utterance, samples: padded, endMs: (LEAD_SECONDS + end / RATE) * 1_000 };
}

async function stored(path: string): Promise<{ samples: Float32Array; end: number }> {
  const bytes = await readFile(path);
  const [end = 0, ...rest] = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  return { samples: Float32Array.from(rest), end };
}

/** The end of the last word, then the samples. */
async function speech(engine: SpeechEngine, text: string, voiceId: string): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  let before = 0;
  let end = 0;
  for await (const { samples, words } of engine.synthesize({ text, voiceId })) {
    end = before + (words.at(-1)?.endSample ?? 0);
    before += samples.length;
    parts.push(samples);
  }
  const { sampleRate } = engine.capabilities;
  const samples = resampled(joinSamples(parts), sampleRate, RATE);
  return joinSamples([Float32Array.of(Math.round((end * RATE) / sampleRate)), samples]);
}

function effect(prompt: string): { samples: Float32Array; end: number } {
  const read = readPrompt(prompt, 1.5);
  const [left] = read ? renderEffect(read.plan, { seed: 1, loop: false }).channels : [];
  if (!left) throw new Error(`no effect for "${prompt}"`);
  const samples = resampled(left, SAMPLE_RATE, RATE);
  return { samples, end: samples.length };
}
