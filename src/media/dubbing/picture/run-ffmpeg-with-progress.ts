import {
  type FfmpegTools,
  fileInput,
  MAX_PIXELS,
  SOUND_AND_VIDEO,
} from '../../../../engines/ffmpeg/index.ts';
import { runFfmpeg } from '../../../../engines/video/index.ts';

export type PictureOptions = {
  signal: AbortSignal;
  /** 0 to 1, of what was asked. */
  onProgress(share: number): void;
};

const MICROSECONDS = 1_000_000;

/** Input options for the uploaded film, which may be hostile. */
export function filmInput(path: string): string[] {
  return ['-max_pixels', String(MAX_PIXELS), ...fileInput(path, SOUND_AND_VIDEO)];
}

/** Writes files with ffmpeg. `seconds` is the length of what is written. An abort kills it at once. */
export async function runFfmpegWithProgress(
  tools: FfmpegTools,
  args: readonly string[],
  { seconds, signal, onProgress }: PictureOptions & { seconds: number },
): Promise<void> {
  const ffmpeg = runFfmpeg(tools, ['-progress', 'pipe:1', ...args], signal);
  ffmpeg.stdin.end();
  let most = 0;
  ffmpeg.stdout.setEncoding('utf8');
  ffmpeg.stdout.on('data', (text: string) => {
    const written = Number(text.match(/out_time_us=(\d+)/u)?.[1] ?? Number.NaN) / MICROSECONDS;
    const share = Math.min(1, written / seconds);
    if (!(share > most)) return;
    most = share;
    onProgress(share);
  });
  await ffmpeg.exited;
  onProgress(1);
}
