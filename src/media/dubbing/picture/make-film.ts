import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { captionsOf } from './captions.ts';
import type { FilmEngines, MadeFilm, MakeFilmRequest } from './film-request.ts';
import { makeVideo } from './make-video.ts';
import { readTracks } from './read-tracks.ts';
import type { PictureOptions } from './run-ffmpeg-with-progress.ts';
import { audioFileFor, writeAudio } from './write-audio.ts';

/** The dubbed film: the new sound with captions, and the picture as it was, unless lips or pace must change. */
export async function makeFilm(
  engines: FilmEngines,
  request: MakeFilmRequest,
  options: PictureOptions,
): Promise<MadeFilm> {
  const { script, seconds, folder } = request;
  const captionsPath = join(folder, 'captions.vtt');
  await writeFile(captionsPath, await captionsOf(script, 'target', 'vtt', seconds));
  const made = await (request.hasVideo ? makeVideo : makeAudio)(engines, request, options);
  return { ...made, captionsPath };
}

/** Writes the sound in the format that came in. Captions go into a file beside it. */
async function makeAudio(
  { tools }: FilmEngines,
  { filmPath, mixedPath, contentType, audioKbps, seconds, folder }: MakeFilmRequest,
  options: PictureOptions,
): Promise<Omit<MadeFilm, 'captionsPath'>> {
  const { soundCodec } = await readTracks(tools, filmPath, options);
  const file = audioFileFor(contentType, soundCodec);
  const target = join(folder, `dub.${file.name}`);
  const path = await writeAudio(tools, { path: mixedPath, file, kbps: audioKbps, seconds, target }, options);
  const output = { name: file.name, contentType: file.contentType, path };
  const facts = { seconds, lips: null, renderedSeconds: 0 };
  return { output, thumbnailPath: null, ...facts };
}
