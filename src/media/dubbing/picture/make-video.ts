import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FfmpegTools, FileRefused } from '../../../../engines/ffmpeg/index.ts';
import type { RenderedVideo } from '../../../../engines/video/index.ts';
import type { TimeMark } from '../fit-lines.ts';
import { isCopyable } from './copyable.ts';
import { encodePicture } from './encode-picture.ts';
import type { FilmEngines, MadeFilm, MakeFilmRequest } from './film-request.ts';
import { moveLips } from './move-lips.ts';
import { muxFilm } from './mux-film.ts';
import { type PictureTrack, readTracks } from './read-tracks.ts';
import type { PictureOptions } from './run-ffmpeg-with-progress.ts';
import { isIdentity } from './time-map.ts';
import { writeCaptionTracks } from './write-caption-tracks.ts';
import { writeFilmThumbnail } from './write-film-thumbnail.ts';

/** A file with a picture. */
type Shown = { path: string; track: PictureTrack };

/** The lip engine shows the first picture at the first moment, so one that starts later is made to start then. */
const LATE_SECONDS = 0.02;

/** An MP4 with captions inside. The picture is copied where nothing in it must change. */
export async function makeVideo(
  engines: FilmEngines,
  request: MakeFilmRequest,
  { signal, onProgress }: PictureOptions,
): Promise<Omit<MadeFilm, 'captionsPath'>> {
  const { tools } = engines;
  const { filmPath, mixedPath, audioKbps, marks, seconds, folder } = request;
  const work = join(folder, 'picture');
  await mkdir(work, { recursive: true });
  const share = (from: number, to: number): PictureOptions => ({
    signal,
    onProgress: (done) => onProgress(from + (to - from) * done),
  });
  const [encodedShare, changedShare] = request.lipSync ? [0.3, 0.8] : [0.8, 0.8];
  const encode = (name: string, shown: readonly TimeMark[], options: PictureOptions): Promise<Shown> =>
    encodeInto(tools, { ...request, path: filmPath, marks: shown, target: join(work, name) }, options);
  const unchanged = [
    { original: 0, result: 0 },
    { original: seconds, result: seconds },
  ];
  try {
    const film = await shownIn(tools, filmPath, signal);
    const isPaced = !isIdentity(marks);
    let shown = isPaced ? await encode('paced.mp4', marks, share(0, encodedShare)) : film;
    let lips: RenderedVideo | null = null;
    if (request.lipSync) {
      const isLate = shown.track.start > LATE_SECONDS;
      const straight = isLate ? await encode('straight.mp4', unchanged, share(0, encodedShare)) : shown;
      lips = await lipsOf(engines, request, straight, join(work, 'lips'), share(encodedShare, changedShare));
    }
    if (!lips && !isCopyable(shown.track))
      shown = await encode('h264.mp4', unchanged, share(request.lipSync ? changedShare : 0, 0.9));
    const captions = await writeCaptionTracks(request, work);
    const path = join(folder, 'dub.mp4');
    const picture = lips
      ? { picturePath: lips.videoPath, picture: { codec: 'h264', end: lips.durationSeconds, fps: lips.fps } }
      : { picturePath: shown.path, picture: shown.track };
    const sound = lips ? null : { path: mixedPath, kbps: audioKbps };
    const length = lips?.durationSeconds ?? seconds;
    await muxFilm(
      tools,
      { ...picture, sound, language: request.target, captions, seconds: length, target: path },
      share(request.lipSync || shown !== film ? 0.9 : 0, 1),
    );
    const thumbnailPath = join(folder, 'thumbnail.jpg');
    if (lips) await rename(lips.thumbnailPath, thumbnailPath);
    else
      await writeFilmThumbnail(
        tools,
        { path, seconds, height: request.height, target: thumbnailPath },
        { signal },
      );
    const { width, height } = lips ?? shown.track;
    return {
      output: { name: 'film', contentType: 'video/mp4', path },
      thumbnailPath,
      seconds: length,
      width,
      height,
      lips: lips && (lips.faces ?? { seen: 1, speakers: [] }),
      renderedSeconds: lips || isPaced ? length : 0,
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function shownIn(tools: FfmpegTools, path: string, signal: AbortSignal): Promise<Shown> {
  const { picture } = await readTracks(tools, path, { signal });
  if (!picture) throw new FileRefused('no_video_track');
  return { path, track: picture };
}

async function encodeInto(
  tools: FfmpegTools,
  encoding: Parameters<typeof encodePicture>[1],
  options: PictureOptions,
): Promise<Shown> {
  await encodePicture(tools, encoding, options);
  return shownIn(tools, encoding.target, options.signal);
}

function lipsOf(
  engines: FilmEngines,
  { syncMode, ...request }: MakeFilmRequest,
  { path, track }: Shown,
  folder: string,
  options: PictureOptions,
): Promise<RenderedVideo | null> {
  // The sound is never cut: what the picture does not fill shows its last frame.
  const isShort = track.end < request.seconds - 1 / track.fps;
  const mode = syncMode === 'cut_off' && isShort ? 'silence' : syncMode;
  return moveLips(engines, { ...request, path, syncMode: mode, folder }, options);
}
