import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createWav } from '../../engines/codec/index.ts';
import { joinSamples } from '../../engines/dsp/index.ts';
import type { DecodeToFile } from '../../engines/ffmpeg/index.ts';
import type { LipsEngine } from '../../engines/lipsync/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { VideoEngine } from '../../engines/video/index.ts';
import { mouthFromFile } from '../../src/media/video/index.ts';

export type Said = { who: number; text: string };

type Engines = {
  speech: SpeechEngine;
  video: VideoEngine;
  lips: LipsEngine;
  media: { decodeToFile: DecodeToFile };
  ffmpeg: string;
  folder: string;
};

const PEOPLE = [
  { presenterId: 'clara', voiceId: 'ef_dora' },
  { presenterId: 'henrik', voiceId: 'em_alex' },
] as const;
const RATE = 24_000;
const GAP_SECONDS = 0.7;
const HEIGHT = 480;

/** Presenters side by side, who speak in turn. Each one's mouth moves with their own lines only. */
export async function makePeople(
  engines: Engines,
  lines: readonly Said[],
): Promise<{ path: string; seconds: number }> {
  const { ffmpeg, folder } = engines;
  const silence = new Float32Array(GAP_SECONDS * RATE);
  const spoken: { who: number; samples: Float32Array }[] = [];
  for (const { who, text } of lines)
    spoken.push({ who, samples: await say(engines.speech, PEOPLE[who]?.voiceId ?? '', text) });
  const timeline = (who: number | null): Float32Array =>
    joinSamples([
      silence,
      ...spoken.flatMap((line) => [
        who === null || line.who === who ? line.samples : new Float32Array(line.samples.length),
        silence,
      ]),
    ]);
  const all = timeline(null);
  const seen: string[] = [];
  for (const who of new Set(lines.map((line) => line.who)))
    seen.push(await show(engines, who, timeline(who)));
  const sound = await write(join(folder, 'sound.wav'), all);
  const path = join(folder, 'film.mp4');
  const crops = seen.map((_, i) => `[${i}:v]crop=iw/2:ih:iw/4:0[p${i}]`).join(';');
  const names = seen.map((_, i) => `[p${i}]`).join('');
  const picture = seen.length > 1 ? `${crops};${names}hstack=${seen.length}[v]` : '[0:v]null[v]';
  execFileSync(ffmpeg, [
    ...['-nostdin', '-v', 'error', '-y', ...[...seen, sound].flatMap((input) => ['-i', input])],
    ...['-filter_complex', picture, '-map', '[v]', '-map', `${seen.length}:a`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  ]);
  return { path, seconds: all.length / RATE };
}

async function show(
  { video, lips, media, folder }: Engines,
  who: number,
  samples: Float32Array,
): Promise<string> {
  const own = join(folder, `person-${who}`);
  await mkdir(own);
  const audioPath = await write(join(own, 'voice.wav'), samples);
  const { signal } = new AbortController();
  const options = { folder: own, maxSeconds: 60, neural: true, signal };
  const mouth = await mouthFromFile({ lips, ...media }, audioPath, options);
  const background = { kind: 'scene', scene: 'studio' } as const;
  const picture = { kind: 'presenter', presenterId: PEOPLE[who]?.presenterId ?? '', background } as const;
  const rendering = { picture, audioPath, mouth, height: HEIGHT, audioKbps: 96, maxSeconds: 60, folder: own };
  return (await video.render(rendering)).videoPath;
}

async function say(speech: SpeechEngine, voiceId: string, text: string): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  for await (const { samples } of speech.synthesize({ text, voiceId }, { whole: true })) chunks.push(samples);
  return joinSamples(chunks);
}

async function write(path: string, samples: Float32Array): Promise<string> {
  const file = await createWav(path, { sampleRate: RATE, channels: 1 });
  await file.write([samples]);
  await file.close();
  return path;
}
