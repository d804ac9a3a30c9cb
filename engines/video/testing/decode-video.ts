import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A decoded video. */
export type Decoded = {
  /** Luma of each frame. */
  frames: Uint8Array[];
  soundSeconds: number;
};

export async function decodeVideo(
  ffmpeg: string,
  path: string,
  { width, height }: { width: number; height: number },
): Promise<Decoded> {
  const decode = async (...args: string[]): Promise<Buffer> => {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 30 } as const;
    return (await run(ffmpeg, ['-nostdin', '-v', 'error', '-i', path, ...args, 'pipe:1'], options)).stdout;
  };
  const picture = await decode('-map', '0:v', '-vf', 'extractplanes=y', '-pix_fmt', 'gray', '-f', 'rawvideo');
  const sound = await decode('-map', '0:a', '-ac', '1', '-ar', '48000', '-f', 's16le');
  const bytes = width * height;
  const frames = Array.from({ length: picture.length / bytes }, (_, i) =>
    picture.subarray(i * bytes, (i + 1) * bytes),
  );
  return { frames, soundSeconds: sound.length / 2 / 48_000 };
}
