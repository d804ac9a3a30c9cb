import type { FfmpegTools } from '../../../../engines/ffmpeg/index.ts';
import {
  framesFor,
  pictureEncoding,
  pictureFilters,
  probeClip,
  REPEATABLE,
} from '../../../../engines/video/index.ts';
import type { TimeMark } from '../fit-lines.ts';
import { filmInput, type PictureOptions, runFfmpegWithProgress } from './run-ffmpeg-with-progress.ts';
import { timeExpression } from './time-map.ts';

export type PictureEncoding = {
  path: string;
  /** The marks tell when each picture is shown. */
  marks: readonly TimeMark[];
  /** Length of the result. */
  seconds: number;
  /** Most of the shorter side. */
  height: number;
  target: string;
};

/** Decoding begins so much before the first picture, to find the one that is shown at that time. */
const LEAD_SECONDS = 5;

/**
 * Encodes the picture of a film anew, without sound: at a constant rate, from the first moment to the last. A picture that
 * starts late or ends early stands still there.
 */
export async function encodePicture(
  tools: FfmpegTools,
  { path, marks, seconds, height, target }: PictureEncoding,
  options: PictureOptions,
): Promise<void> {
  const clip = await probeClip(tools, path, { height, signal: options.signal });
  const { frameRate } = clip;
  const skipped = Math.max(0, (marks[0]?.original ?? 0) - LEAD_SECONDS);
  const filters = [
    `setpts='(${timeExpression(marks, skipped)})/TB'`,
    `fps=${frameRate.frames}/${frameRate.seconds}:start_time=0`,
    ...pictureFilters(clip),
    'tpad=stop=-1:stop_mode=clone',
  ];
  const args = [
    ...(skipped > 0 ? ['-ss', skipped.toFixed(3)] : []),
    ...filmInput(path),
    ...['-map', '0:V:0', '-vf', filters.join(','), '-frames:v', String(framesFor(seconds, frameRate))],
    ...['-map_metadata', '-1', '-map_chapters', '-1', ...pictureEncoding(frameRate), ...REPEATABLE],
    ...['-f', 'mp4', `file:${target}`],
  ];
  await runFfmpegWithProgress(tools, args, { ...options, seconds });
}
