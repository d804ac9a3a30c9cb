import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Picture } from '../../engines/video/index.ts';
import { PHOTO } from '../../engines/video/testing/test-media.ts';

const run = promisify(execFile);
const CLIP_SECONDS = '12';
/** Head and shoulders, as customers send them, with sway and grain: a still clip would cost nothing to encode. */
const SWAY =
  "crop=460:259:'26+20*sin(n/19)':'18+6*sin(n/13)',scale=1920:1080:flags=lanczos:out_color_matrix=bt709:out_range=tv,setsar=1,noise=alls=5:allf=t";

/** The test photograph, as a still and as a clip of 1080 lines. */
export async function uploads(
  ffmpeg: string,
  folder: string,
): Promise<Record<'portrait' | 'looped' | 'bounced', Picture>> {
  const still = join(folder, 'still.png');
  const clip = join(folder, 'clip.mp4');
  const make = (...args: string[]) => run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args]);
  await make('-i', PHOTO, '-vf', 'crop=460:259:26:18,scale=1920:1080:flags=lanczos', still);
  const encoding = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '20',
    '-pix_fmt',
    'yuv420p',
    '-colorspace',
    'bt709',
  ];
  await make(
    '-loop',
    '1',
    '-framerate',
    '25',
    '-t',
    CLIP_SECONDS,
    '-i',
    PHOTO,
    '-vf',
    SWAY,
    ...encoding,
    clip,
  );
  return {
    portrait: { kind: 'image', path: still },
    looped: { kind: 'video', path: clip, syncMode: 'loop' },
    bounced: { kind: 'video', path: clip, syncMode: 'bounce' },
  };
}
