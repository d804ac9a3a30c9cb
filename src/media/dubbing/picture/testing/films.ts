import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileDecoder, createProbe, type Media } from '../../../../../engines/ffmpeg/index.ts';
import type { LipsEngine } from '../../../../../engines/lipsync/index.ts';
import { NoFace, type RenderRequest, type VideoEngine } from '../../../../../engines/video/index.ts';
import { openTestMedia, type TestMedia } from '../../../../../engines/video/testing/test-media.ts';
import type { FilmEngines, MadeFilm, MakeFilmRequest } from '../film-request.ts';
import { makeFilm } from '../make-film.ts';
import { scriptOf } from './script.ts';

export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '2'];
const SECONDS = 2;

/** Arguments for a picture and a sound of two seconds. */
export const pattern = (seconds = SECONDS, size = '160x120'): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc=s=${size}:r=25:d=${seconds}`],
];
export const tone = (seconds = SECONDS): string[] => ['-f', 'lavfi', '-i', `sine=500:d=${seconds}`];

/** Fails every render as a film without a face does. */
export const nobody = (seen: RenderRequest[] = []): VideoEngine => ({
  presenters: [],
  prepare: async () => undefined,
  render: async (request) => {
    seen.push(request);
    throw new NoFace();
  },
  close: async () => undefined,
});

type Made = MadeFilm & { folder: string; shares: number[] };

export type TestFilms = {
  media: TestMedia;
  engines(video: VideoEngine): FilmEngines;
  requestFor(filmPath: string, given: Partial<MakeFilmRequest>): Promise<MakeFilmRequest>;
  make(filmPath: string, given?: Partial<MakeFilmRequest>, video?: VideoEngine): Promise<Made>;
  probe(path: string): Promise<Media>;
  /** A hash of each coded picture. */
  packets(path: string): Promise<string[]>;
  /** Seconds. */
  ends(path: string): Promise<{ picture: number; sound: number }>;
};

const script = scriptOf(
  { start: 0, end: 1, translation: 'Hi & <b>bye</b> {x}' },
  { start: 1, end: 2, source: null, translation: 'Two.' },
);

/** Films of two seconds and their dubs, for the tests of a file. */
export function openTestFilms(): TestFilms {
  const media = openTestMedia();
  const engines = (video: VideoEngine): FilmEngines => ({
    tools: media.tools(),
    video,
    lips: {} as LipsEngine,
    decodeToFile: createFileDecoder(media.tools()),
  });
  const mixedOf = async (seconds: number): Promise<string> => {
    const name = `mixed-${seconds}.wav`;
    if ((await readdir(media.folder())).includes(name)) return join(media.folder(), name);
    return media.make(name, ...tone(seconds), '-ac', '2', '-ar', '48000');
  };
  const requestFor = async (filmPath: string, given: Partial<MakeFilmRequest>): Promise<MakeFilmRequest> => {
    const folder = await mkdtemp(join(media.folder(), 'film-'));
    const { seconds = SECONDS } = given;
    const mixedPath = await mixedOf(seconds);
    return {
      filmPath,
      hasVideo: true,
      contentType: 'video/mp4',
      mixedPath,
      voicesPath: mixedPath,
      script,
      target: 'en',
      marks: [],
      seconds,
      lipSync: false,
      syncMode: 'cut_off',
      lipsyncModel: 'vox-visemes',
      height: 480,
      audioKbps: 128,
      maxSeconds: 60,
      folder,
      ...given,
    };
  };
  return {
    media,
    engines,
    requestFor,
    async make(filmPath, given = {}, video = nobody()) {
      const request = await requestFor(filmPath, given);
      const shares: number[] = [];
      const onProgress = (share: number): void => void shares.push(share);
      const { signal } = new AbortController();
      const film = await makeFilm(engines(video), request, { signal, onProgress });
      return { ...film, folder: request.folder, shares };
    },
    probe: (path) => createProbe(media.tools())(path, { maxSeconds: 60 }),
    async packets(path) {
      const text = await media.read('-i', path, '-map', '0:V', '-c', 'copy', '-f', 'framemd5');
      const lines = text.toString().split('\n');
      return lines.filter((line) => /^\d/u.test(line)).map((line) => line.split(',').at(-1) ?? '');
    },
    async ends(path) {
      const measure = async (stream: string): Promise<number> => {
        const copied = await media.read('-i', path, '-map', stream, '-c', 'copy', '-f', 'framecrc');
        const [a = 0, b = 1] = (/#tb 0: (\S+)/u.exec(copied.toString())?.[1] ?? '').split('/').map(Number);
        const rows = copied
          .toString()
          .split('\n')
          .filter((line) => /^\d/u.test(line));
        const endOf = (row: string): number => Number(row.split(',')[2]) + Number(row.split(',')[3]);
        return (Math.max(...rows.map(endOf)) * a) / b;
      };
      return { picture: await measure('0:V'), sound: await measure('0:a') };
    },
  };
}
