import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodeWav } from '../../engines/codec/index.ts';
import { findFfmpeg } from '../../engines/ffmpeg/index.ts';

const run = promisify(execFile);

/** Mono at 8 kHz; another pitch is another content. */
export function sound(seconds: number, hz = 440): Buffer {
  const samples = Float32Array.from({ length: seconds * 8_000 }, (_, i) => 0.3 * Math.sin((i * hz) / 1_273));
  return encodeWav([samples], 8_000);
}

/** 16 × 16 pixels of one colour. */
export const picture = (): Promise<Buffer> => made('image2', '-frames:v', '1', '-c:v', 'png');

/** A second of a colour, without sound. */
export const clip = (): Promise<Buffer> => made('mp4', '-c:v', 'mpeg4');

async function made(format: string, ...args: string[]): Promise<Buffer> {
  const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
  if (!ffmpeg) throw new Error('these tests need ffmpeg');
  const folder = await mkdtemp(join(tmpdir(), 'made-'));
  try {
    const path = join(folder, 'made');
    const source = ['-f', 'lavfi', '-i', 'color=c=teal:s=16x16:r=10:d=1'];
    await run(ffmpeg, ['-nostdin', '-v', 'error', ...source, ...args, '-f', format, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
