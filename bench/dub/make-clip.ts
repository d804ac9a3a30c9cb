import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createWav } from '../../engines/codec/index.ts';
import { integratedLoudness, joinSamples, resampled } from '../../engines/dsp/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { Studio } from '../sound/music-studio.ts';
import type { Dialogue } from './dialogue.ts';

export const RATE = 48_000;

export type PlacedLine = { who: 0 | 1; text: string; start: number; end: number };

/** A film of which is known what is said when. */
export type Clip = {
  path: string;
  seconds: number;
  lines: PlacedLine[];
};

const GAP_SECONDS = 1.1;
const MUSIC_BELOW_SPEECH_DB = 15;

/** Speaks the dialogue, puts music under it and a test picture over it. Begins again if `seconds` are not full. */
export async function makeClip(
  engines: { speech: SpeechEngine; studio: Studio; ffmpeg: string },
  dialogue: Dialogue,
  { seconds, folder, picture }: { seconds: number; folder: string; picture: boolean },
): Promise<Clip> {
  const lines: PlacedLine[] = [];
  const speech = new Float32Array(seconds * RATE);
  let at = 1;
  for (let i = 0; ; i += 1) {
    const line = dialogue.lines[i % dialogue.lines.length];
    if (!line) throw new Error('the dialogue is empty');
    const sound = await say(engines.speech, dialogue.voices[line.who], line.text);
    const end = at + sound.length / RATE;
    if (end > seconds - 1) break;
    speech.set(sound, Math.round(at * RATE));
    lines.push({ ...line, start: at, end });
    at = end + GAP_SECONDS;
  }
  const { left, right } = engines.studio({
    prompt: 'calm acoustic guitar and piano background music',
    seconds,
  });
  const music = [left, right].map((one) => resampled(one, 44_100, RATE).slice(0, speech.length));
  const gap = loudness([speech]) - MUSIC_BELOW_SPEECH_DB - loudness(music);
  const gain = 10 ** (gap / 20);
  const under = music.map((one) => one.map((sample) => sample * gain));
  const mix = under.map((one) => speech.map((sample, i) => 0.8 * (sample + (one[i] ?? 0))));
  const wav = join(folder, 'clip.wav');
  const file = await createWav(wav, { sampleRate: RATE, channels: 2 });
  await file.write(mix);
  await file.close();
  if (!picture) return { path: wav, seconds, lines };
  const path = join(folder, 'clip.mp4');
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=25:duration=${seconds}`];
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '50'];
  execFileSync(engines.ffmpeg, [
    '-v',
    'error',
    '-y',
    ...source,
    '-i',
    wav,
    ...video,
    '-c:a',
    'aac',
    '-b:a',
    '160k',
    path,
  ]);
  return { path, seconds, lines };
}

async function say(speech: SpeechEngine, voiceId: string, text: string): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  for await (const { samples } of speech.synthesize({ text, voiceId }, { whole: true })) chunks.push(samples);
  return resampled(trimmed(joinSamples(chunks)), speech.capabilities.sampleRate, RATE);
}

/** Lines start with the sound, not with the silence before it. */
function trimmed(samples: Float32Array): Float32Array {
  const isLoud = (sample: number) => Math.abs(sample) > 0.01;
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}

function loudness(channels: readonly Float32Array[]): number {
  return integratedLoudness(channels, RATE);
}
