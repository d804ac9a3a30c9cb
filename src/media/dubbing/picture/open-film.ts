import { join } from 'node:path';
import { type FfmpegTools, FileRefused } from '../../../../engines/ffmpeg/index.ts';
import { cutPicture } from './cut-picture.ts';
import { readTracks } from './read-tracks.ts';
import type { PictureOptions } from './run-ffmpeg-with-progress.ts';
import { readSamples, writeSound } from './write-sound.ts';

export type OpenFilmRequest = {
  path: string;
  /** Seconds as probed when the film was received, because its header may be wrong. */
  seconds: number;
  hasVideo: boolean;
  range: { from: number; to: number } | null;
  folder: string;
};

export type OpenedFilm = {
  /** WAV, 48 kHz, stereo, 16 bits. Silence if the film has no sound. */
  soundPath: string;
  /** Mono, 16 kHz. */
  samples: Float32Array;
  /** The part that is dubbed: the file itself, if it is all of it or has no picture. */
  filmPath: string;
  seconds: number;
};

const SOUND_SHARE = 0.3;
const HEARING_SHARE = 0.1;

/** Takes the film apart into what is heard and what is seen. Both begin at the same moment. */
export async function openFilm(
  tools: FfmpegTools,
  { path, hasVideo, range, folder, ...given }: OpenFilmRequest,
  { signal, onProgress }: PictureOptions,
): Promise<OpenedFilm> {
  const { picture, soundCodec } = await readTracks(tools, path, { signal });
  const track = hasVideo ? picture : null;
  if (hasVideo && !track) throw new FileRefused('no_video_track');
  if (track && track.start >= given.seconds)
    throw new FileRefused('unreadable_video', 'the picture starts after the end');
  const whole = Math.round(Math.max(given.seconds, track?.end ?? 0) * 1_000) / 1_000;
  const from = Math.min(range?.from ?? 0, whole);
  const to = Math.min(range?.to ?? whole, whole);
  if (!(to > from)) throw new FileRefused('unreadable_media', `nothing is between ${from} and ${to} s`);
  const share = (begin: number, size: number) => (done: number) => onProgress(begin + size * done);
  const soundPath = join(folder, 'film-sound.wav');
  const sound = { path: soundCodec === null ? null : path, hasPicture: track !== null, from, to };
  const cuts = track !== null && range !== null;
  const soundShare = cuts ? SOUND_SHARE : 1 - HEARING_SHARE;
  await writeSound(tools, { ...sound, target: soundPath }, { signal, onProgress: share(0, soundShare) });
  const seconds = to - from;
  const samples = await readSamples(tools, soundPath, { seconds, signal });
  const opened = { soundPath, samples, seconds };
  if (!cuts) {
    onProgress(1);
    return { ...opened, filmPath: path };
  }
  const filmPath = join(folder, 'film-part.mp4');
  const begun = soundShare + HEARING_SHARE;
  await cutPicture(
    tools,
    { path, track, from, to, target: filmPath },
    { signal, onProgress: share(begun, 1 - begun) },
  );
  return { ...opened, filmPath };
}
