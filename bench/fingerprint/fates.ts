import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWav } from '../../engines/codec/index.ts';
import { createChance, gaussian } from '../../engines/dsp/index.ts';

export const RATE = 24_000;
const SPEED_OF_SOUND = 343;

type Fate = (sound: Float32Array) => Float32Array;

/** What may happen to a recording before somebody asks where it came from. */
export const FATES: Record<string, Fate> = {
  clean: (sound) => sound,
  'MP3, 64 kbit/s': coded(['-c:a', 'libmp3lame', '-b:a', '64k'], 'mp3'),
  'AAC, 64 kbit/s': coded(['-c:a', 'aac', '-b:a', '64k'], 'm4a'),
  'Opus, 24 kbit/s': coded(['-c:a', 'libopus', '-b:a', '24k'], 'opus'),
  'Opus, 12 kbit/s': coded(['-c:a', 'libopus', '-b:a', '12k', '-application', 'voip'], 'opus'),
  'G.711, 8 kHz': coded(['-ar', '8000', '-c:a', 'pcm_mulaw'], 'wav'),
  'low-pass, 3.4 kHz': coded(['-af', 'lowpass=f=3400,lowpass=f=3400,lowpass=f=3400,lowpass=f=3400'], 'wav'),
  'denoiser of ffmpeg, 12 dB': coded(['-af', 'afftdn=nr=12:nf=-40'], 'wav'),
  'gain +12 dB, clipped': (sound) => sound.map((x) => Math.max(-1, Math.min(1, 4 * x))),
  'white noise, 20 dB below': (sound) => withNoise(sound, 0.1),
  'room, 0.7 m': (sound) => inRoom(sound, [2.2, 1.4, 1.4]),
  'room, 1.5 m': (sound) => inRoom(sound, [2.9, 1.8, 1.4]),
  'room, 3.2 m': (sound) => inRoom(sound, [4.2, 3.0, 1.4]),
  'speed +5 %': coded(['-af', 'asetrate=25200,aresample=24000'], 'wav'),
  'speed −5 %': coded(['-af', 'asetrate=22800,aresample=24000'], 'wav'),
};

export function readSound(path: string): Float32Array {
  return decoded(ffmpeg(['-i', path, '-ac', '1', '-ar', String(RATE), '-f', 'f32le', 'pipe:1']));
}

export function coded(args: readonly string[], extension: string): Fate {
  return (sound) =>
    inFolder((folder) => {
      const made = join(folder, `coded.${extension}`);
      writeFileSync(join(folder, 'sound.wav'), encodeWav([sound], RATE));
      ffmpeg(['-i', join(folder, 'sound.wav'), ...args, made]);
      return readSound(made);
    });
}

function withNoise(sound: Float32Array, ratio: number): Float32Array {
  const chance = createChance(4);
  const level = Math.sqrt(sound.reduce((sum, x) => sum + x * x, 0) / sound.length);
  return sound.map((x) => x + ratio * level * gaussian(chance));
}

/** An empty room of 6.1 × 4.3 × 2.8 m, whose walls swallow 30 % of the power, by image sources. */
function inRoom(sound: Float32Array, ear: readonly [number, number, number]): Float32Array {
  const answer = answerOfRoom(ear);
  return inFolder((folder) => {
    writeFileSync(join(folder, 'sound.wav'), encodeWav([sound], RATE));
    writeFileSync(join(folder, 'room.wav'), encodeWav([answer], RATE));
    const made = join(folder, 'heard.wav');
    const inputs = ['-i', join(folder, 'sound.wav'), '-i', join(folder, 'room.wav')];
    ffmpeg([...inputs, '-lavfi', '[0][1]afir=dry=10:wet=10', '-c:a', 'pcm_f32le', made]);
    const heard = readSound(made);
    const peak = heard.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    return heard.map((x) => x / (2 * peak));
  });
}

const ROOM = [6.1, 4.3, 2.8] as const;
const SOURCE = [1.6, 1.1, 1.5] as const;
const REFLECTED = Math.sqrt(0.7);
const REACH = 10;

function answerOfRoom(ear: readonly number[]): Float32Array {
  const answer = new Float32Array(RATE / 2);
  const images = (axis: 0 | 1 | 2) =>
    Array.from({ length: 2 * REACH + 1 }, (_, i) => i - REACH).flatMap((n) =>
      [0, 1].map((side) => ({
        distance: (1 - 2 * side) * SOURCE[axis] + 2 * n * ROOM[axis] - (ear[axis] ?? 0),
        walls: Math.abs(2 * n - side),
      })),
    );
  for (const x of images(0))
    for (const y of images(1))
      for (const z of images(2)) {
        const metres = Math.hypot(x.distance, y.distance, z.distance);
        const at = Math.floor((metres / SPEED_OF_SOUND) * RATE);
        if (at < answer.length)
          answer[at] = (answer[at] as number) + REFLECTED ** (x.walls + y.walls + z.walls) / metres;
      }
  const peak = Math.max(...answer);
  return answer.map((value) => value / peak);
}

function ffmpeg(args: readonly string[]): Buffer {
  const ran = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { maxBuffer: 2 ** 30 });
  if (ran.status !== 0) throw new Error(`ffmpeg: ${ran.stderr}`);
  return ran.stdout;
}

function decoded(bytes: Buffer): Float32Array {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function inFolder<Made>(work: (folder: string) => Made): Made {
  const folder = mkdtempSync(join(tmpdir(), 'fates-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
