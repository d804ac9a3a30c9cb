import { type FfmpegTools, fileInput } from '../../../../engines/ffmpeg/index.ts';
import { REPEATABLE, soundEncoding } from '../../../../engines/video/index.ts';
import { ownName, threeLetterCode } from './languages.ts';
import type { PictureTrack } from './read-tracks.ts';
import { filmInput, type PictureOptions, runFfmpegWithProgress } from './run-ffmpeg-with-progress.ts';

export type CaptionTrack = {
  /** VTT. */
  path: string;
  language: string | null;
};

export type Muxing = {
  /** Its picture is copied, bit for bit. */
  picturePath: string;
  picture: Pick<PictureTrack, 'codec' | 'end' | 'fps'>;
  /** Null: the sound of the picture's own file is copied. */
  sound: { path: string; kbps: number } | null;
  /** Language of the sound. */
  language: string;
  /** The first is shown by default. */
  captions: readonly CaptionTrack[];
  seconds: number;
  target: string;
};

/** Puts picture, sound and captions into an MP4 whose index comes first. */
export async function muxFilm(tools: FfmpegTools, muxing: Muxing, options: PictureOptions): Promise<void> {
  const { picturePath, picture, sound, captions, seconds, target } = muxing;
  const firstCaptions = sound ? 2 : 1;
  const args = [
    ...filmInput(picturePath),
    ...(sound ? fileInput(sound.path, ['wav']) : []),
    ...captions.flatMap(({ path }) => fileInput(path, ['webvtt'])),
    ...['-map', '0:V:0', '-map', sound ? '1:a:0' : '0:a:0'],
    ...captions.flatMap((_, i) => ['-map', `${firstCaptions + i}:s:0`]),
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-c:v', 'copy', ...tagOf(picture), ...lastPictureUntil(seconds, picture)],
    ...(sound ? soundArguments(sound.kbps, seconds, picture.fps) : ['-c:a', 'copy']),
    ...['-metadata:s:a:0', `language=${threeLetterCode(muxing.language)}`],
    ...captions.flatMap(captionArguments),
    ...REPEATABLE,
    ...['-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
  ];
  await runFfmpegWithProgress(tools, args, { ...options, seconds });
}

function soundArguments(kbps: number, seconds: number, fps: number): string[] {
  return soundEncoding(kbps, seconds * fps, { frames: fps, seconds: 1 });
}

/** Apple's players know H.265 only by this name. */
function tagOf({ codec }: Muxing['picture']): string[] {
  return codec === 'hevc' ? ['-tag:v', 'hvc1'] : [];
}

/** A picture that ends before the sound stands still until its end. */
function lastPictureUntil(seconds: number, { end, fps }: Muxing['picture']): string[] {
  const missing = seconds - end;
  if (missing <= 1 / fps) return [];
  // MP4 keeps the distance between pictures, so only the length of the last one counts.
  return ['-bsf:v', `setts=pts=PTS:dts=DTS:duration=DURATION+${missing.toFixed(6)}/TB`];
}

function captionArguments({ language }: CaptionTrack, i: number): string[] {
  const title = ownName(language);
  return [
    ...[`-c:s:${i}`, 'mov_text', `-metadata:s:s:${i}`, `language=${threeLetterCode(language)}`],
    ...(title ? [`-metadata:s:s:${i}`, `title=${title}`, `-metadata:s:s:${i}`, `handler_name=${title}`] : []),
    ...[`-disposition:s:${i}`, i === 0 ? 'default' : '0'],
  ];
}
