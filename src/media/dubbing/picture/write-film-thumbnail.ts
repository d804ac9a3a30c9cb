import { type FfmpegTools, fileInput } from '../../../../engines/ffmpeg/index.ts';
import { REPEATABLE, runFfmpeg } from '../../../../engines/video/index.ts';

/** Films often begin with black. */
const LOOKED_FROM_SECONDS = 1;
/** ffmpeg takes the most typical picture out of this many. */
const LOOKED_AT = 50;
const QUALITY = '3';

/** A JPEG of an early picture. Its shorter side is at most `height`. */
export async function writeFilmThumbnail(
  tools: FfmpegTools,
  film: { path: string; seconds: number; height: number; target: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { path, seconds, height, target } = film;
  const from = Math.min(LOOKED_FROM_SECONDS, seconds / 4);
  const shown = `scale='if(gt(iw,ih),-2,min(iw,${height}))':'if(gt(iw,ih),min(ih,${height}),-2)'`;
  const filters = [shown, 'setsar=1', `thumbnail=${LOOKED_AT}`].join(',');
  const output = ['-frames:v', '1', '-q:v', QUALITY, '-pix_fmt', 'yuvj420p', '-f', 'mjpeg'];
  const args = ['-ss', from.toFixed(3), ...fileInput(path, ['mov', 'mp4']), '-map', '0:V:0', '-vf', filters];
  const ffmpeg = runFfmpeg(tools, [...args, ...output, ...REPEATABLE, `file:${target}`], signal);
  ffmpeg.stdin.end();
  await ffmpeg.exited;
}
