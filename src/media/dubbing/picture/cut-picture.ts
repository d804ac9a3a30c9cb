import type { FfmpegTools } from '../../../../engines/ffmpeg/index.ts';
import { REPEATABLE } from '../../../../engines/video/index.ts';
import { isCopyable } from './copyable.ts';
import { encodePicture } from './encode-picture.ts';
import { type PictureTrack, readTracks } from './read-tracks.ts';
import { filmInput, type PictureOptions, runFfmpegWithProgress } from './run-ffmpeg-with-progress.ts';

export type PictureCut = { path: string; track: PictureTrack; from: number; to: number; target: string };

/** Sound and picture that start so far apart are heard as one. */
const TOGETHER_SECONDS = 0.01;

/** Cuts a part out of the picture, exact to the frame: copied where key frames allow it, else encoded anew. */
export async function cutPicture(
  tools: FfmpegTools,
  cut: PictureCut,
  options: PictureOptions,
): Promise<void> {
  const wanted = copiedPackets(cut);
  if (wanted && (await copyPart(tools, cut, wanted, options))) return;
  const { path, from, to, target } = cut;
  const marks = [
    { original: from, result: 0 },
    { original: to, result: to - from },
  ];
  const height = Number.POSITIVE_INFINITY;
  await encodePicture(tools, { path, marks, seconds: to - from, height, target }, options);
}

type CopiedPackets = { first: number; count: number };

/** A run of packets that shows the part and nothing else. Null if there is none. */
export function copiedPackets({
  track,
  from,
  to,
}: Pick<PictureCut, 'track' | 'from' | 'to'>): CopiedPackets | null {
  if (!isCopyable(track)) return null;
  const times = track.packets.map(({ time }) => time ?? Number.NaN);
  const half = 0.5 / track.fps;
  const isIn = (time: number): boolean => time > from - TOGETHER_SECONDS && time < to - half;
  const begin = times.findIndex(isIn);
  const [first] = times.slice(begin, begin + 1);
  if (first === undefined || !track.packets[begin]?.key || Math.abs(first - from) > TOGETHER_SECONDS)
    return null;
  const inside = times.filter(isIn).length;
  return times.slice(begin, begin + inside).every(isIn) ? { first, count: inside } : null;
}

/** False if the container could not be sought as its packets promised. */
async function copyPart(
  tools: FfmpegTools,
  { path, track, from, to, target }: PictureCut,
  { first, count }: CopiedPackets,
  options: PictureOptions,
): Promise<boolean> {
  // Half a frame behind the key frame: rounding must not lead to the one before it.
  const behind = 0.5 / track.fps;
  const seek =
    first > TOGETHER_SECONDS
      ? ['-ss', (first + behind).toFixed(6), '-itsoffset', behind.toFixed(6), '-noaccurate_seek']
      : [];
  const copied = [
    '-map',
    '0:V:0',
    '-c',
    'copy',
    '-frames:v',
    String(count),
    '-map_metadata',
    '-1',
    ...REPEATABLE,
  ];
  const args = [...seek, ...filmInput(path), ...copied, '-f', 'mp4', `file:${target}`];
  await runFfmpegWithProgress(tools, args, { ...options, seconds: to - from });
  const { picture } = await readTracks(tools, target, options);
  return (
    picture?.packets.length === count &&
    Math.abs(picture.start) <= TOGETHER_SECONDS &&
    Math.abs(picture.end - (to - from)) <= 1.5 / track.fps
  );
}
