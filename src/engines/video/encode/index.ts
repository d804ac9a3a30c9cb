export { type DrawFrame, encodeFilm } from './encode-film.ts';
export { StorageFull, VideoEncodingFailed } from './errors.ts';
export type { FilmOptions, FrameRate } from './film-arguments.ts';
export type { VideoTools } from './run-ffmpeg.ts';
export { writeThumbnail } from './write-thumbnail.ts';
