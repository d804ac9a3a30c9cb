import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createFileDecoder, createProbe, type Media } from '../../../engines/ffmpeg/index.ts';
import type { LipsEngine } from '../../../engines/lipsync/index.ts';
import { NoFace, type RenderRequest, type VideoEngine } from '../../../engines/video/index.ts';
import { openTestMedia } from '../../../engines/video/testing/test-media.ts';
import type { FilmEngines, MadeFilm, MakeFilmRequest } from './film-request.ts';
import { makeFilm } from './make-film.ts';
import { scriptOf } from './testing/script.ts';

const signal = new AbortController().signal;
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '2'];

describe('making the dubbed film', () => {
  const media = openTestMedia();
  const script = scriptOf({ translation: 'Hi & <b>bye</b> {x}' }, { source: null, translation: 'Two.' });
  const pattern = (seconds = 3, size = '320x240', rate = '25'): string[] => [
    ...['-f', 'lavfi', '-i', `testsrc=s=${size}:r=${rate}:d=${seconds}`],
  ];
  const tone = (seconds = 3): string[] => ['-f', 'lavfi', '-i', `sine=500:d=${seconds}`];
  const wav = (name: string, seconds: number): Promise<string> =>
    media.make(name, ...tone(seconds), '-ac', '2', '-ar', '48000');

  /** Fails every render as a film without a face does. */
  const nobody = (seen: RenderRequest[] = []): VideoEngine => ({
    presenters: [],
    render: async (request) => {
      seen.push(request);
      throw new NoFace();
    },
    close: async () => undefined,
  });
  const engines = (video: VideoEngine): FilmEngines => ({
    tools: media.tools(),
    video,
    lips: {} as LipsEngine,
    decodeToFile: createFileDecoder(media.tools()),
  });
  type Made = MadeFilm & { folder: string; shares: number[] };
  const make = async (
    filmPath: string,
    given: Partial<MakeFilmRequest> = {},
    video = nobody(),
  ): Promise<Made> => {
    const folder = await mkdtemp(join(media.folder(), 'film-'));
    const { seconds = 3 } = given;
    const mixedPath = await wav(`mixed-${seconds}.wav`, seconds);
    const request: MakeFilmRequest = {
      ...{ filmPath, hasVideo: true, contentType: 'video/mp4', mixedPath, voicesPath: mixedPath, script },
      ...{ target: 'en', marks: [], seconds, lipSync: false, syncMode: 'cut_off' },
      ...{ lipsyncModel: 'vox-visemes', height: 480, audioKbps: 128, maxSeconds: 60, folder, ...given },
    };
    const shares: number[] = [];
    const film = await makeFilm(engines(video), request, {
      signal,
      onProgress: (share) => shares.push(share),
    });
    return { ...film, folder, shares };
  };
  const probe = (path: string): Promise<Media> => createProbe(media.tools())(path, { maxSeconds: 60 });
  const packets = async (path: string): Promise<string[]> => {
    const text = await media.read('-i', path, '-map', '0:V', '-c', 'copy', '-f', 'framemd5');
    const lines = text.toString().split('\n');
    return lines.filter((line) => /^\d/u.test(line)).map((line) => line.split(',').at(-1) ?? '');
  };
  const ends = async (path: string): Promise<{ picture: number; sound: number }> => {
    const measure = async (stream: string): Promise<number> => {
      const text = (await media.read('-i', path, '-map', stream, '-c', 'copy', '-f', 'framecrc')).toString();
      const [a = 0, b = 1] = (/#tb 0: (\S+)/u.exec(text)?.[1] ?? '').split('/').map(Number);
      const rows = text.split('\n').filter((line) => /^\d/u.test(line));
      return (Math.max(...rows.map((row) => Number(row.split(',')[2]) + Number(row.split(',')[3]))) * a) / b;
    };
    return { picture: await measure('0:V'), sound: await measure('0:a') };
  };
  const endTogether = async (path: string, seconds: number, frame = 0.04): Promise<void> => {
    const { picture, sound } = await ends(path);
    assert.ok(Math.abs(picture - sound) <= frame, `${picture} s of picture, ${sound} s of sound`);
    assert.ok(Math.abs(picture - seconds) <= frame, `${picture} s instead of ${seconds}`);
  };

  test('the picture is copied bit for bit, with the new sound and both captions inside', async () => {
    const path = await media.make('a.mp4', ...pattern(), ...tone(), ...H264);
    const film = await make(path);
    assert.deepEqual(await packets(film.output.path), await packets(path));
    assert.deepEqual(film.output.contentType, 'video/mp4');
    assert.deepEqual([film.lipsMoved, film.renderedSeconds, film.width, film.height], [false, 0, 320, 240]);
    await endTogether(film.output.path, 3);
    const english = await media.read('-i', film.output.path, '-map', '0:s:m:language:eng', '-f', 'srt');
    assert.match(english.toString(), /00:00:00,000 --> 00:00:02,000\nHi & .*bye.* \(x\)/u);
    assert.match(english.toString(), /00:00:02,000 --> 00:00:03,000\nTwo\./u);
    const spanish = await media.read('-i', film.output.path, '-map', '0:s:m:language:spa', '-f', 'srt');
    assert.match(spanish.toString(), /Hola\./u);
    const bytes = await readFile(film.output.path);
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat') && bytes.includes('español'));
    assert.ok(film.thumbnailPath && (await readFile(film.thumbnailPath)).readUInt16BE(0) === 0xffd8);
    assert.match(await readFile(film.captionsPath, 'utf8'), /^WEBVTT/u);
    assert.deepEqual((await readdir(film.folder)).sort(), ['captions.vtt', 'dub.mp4', 'thumbnail.jpg']);
    assert.ok(
      film.shares.every((share, i) => share >= (film.shares[i - 1] ?? 0)) && film.shares.at(-1) === 1,
    );
  });

  const copied: [name: string, args: string[]][] = [
    ['vp9.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']],
    ['h265.mkv', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']],
    ['odd.mkv', [...H264.slice(0, 4), '-vf', 'crop=101:75', '-pix_fmt', 'yuv444p']],
    ['variable.mp4', [...H264, '-vf', "select='not(mod(n,7))+not(mod(n,3))'", '-fps_mode', 'vfr']],
  ];
  for (const [name, args] of copied)
    test(`${name} is copied too`, async () => {
      const path = await media.make(name, ...pattern(), ...tone(), ...args);
      const film = await make(path);
      assert.deepEqual(await packets(film.output.path), await packets(path));
      const [before, after] = [await probe(path), await probe(film.output.path)];
      assert.deepEqual([film.width, film.height], [before.width, before.height]);
      assert.ok(Math.abs((after.durationSeconds ?? 0) - 3) < 0.13, `${after.durationSeconds} s`);
    });

  test('a turned film stays turned, and one whose picture or sound starts late stays in time', async () => {
    const plain = await media.make('plain.mp4', ...pattern(), ...tone(), ...H264);
    const turned = await media.make('t.mov', '-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=90');
    const film = await make(turned, { contentType: 'video/quicktime' });
    const { rotation } = await probe(turned);
    assert.ok(rotation === 90 || rotation === 270);
    assert.equal((await probe(film.output.path)).rotation, rotation);
    assert.deepEqual([film.width, film.height], [240, 320]);
    const late = await media.make('late.mp4', ...tone(), '-itsoffset', '1', ...pattern(2), ...H264);
    const { picture } = await ends((await make(late)).output.path);
    assert.ok(Math.abs(picture - 3) <= 0.04, `${picture}`);
  });

  test('a codec that MP4 players do not know is encoded anew, no larger than the plan allows', async () => {
    const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
    const path = await media.make('vp8.webm', ...pattern(3, '640x362'), ...vp8);
    const film = await make(path, { height: 240 });
    assert.deepEqual([film.width, film.height, film.renderedSeconds], [424, 240, 0]);
    await endTogether(film.output.path, 3);
  });

  test('a picture shorter than the sound stands still until the end', async () => {
    const path = await media.make('short.mp4', ...pattern(2), ...tone(), ...H264);
    const film = await make(path);
    assert.deepEqual(await packets(film.output.path), await packets(path));
    const bytes = await readFile(film.output.path);
    // The first edit list is that of the picture. Its length is in milliseconds.
    assert.ok(Math.abs(bytes.readUInt32BE(bytes.indexOf('elst') + 12) - 3_000) <= 40);
  });

  test('a film without a face is copied, although lips were asked for', async () => {
    const path = await media.make('n.mp4', ...pattern(), ...tone(), ...H264);
    const seen: RenderRequest[] = [];
    const film = await make(path, { lipSync: true }, nobody(seen));
    assert.deepEqual([film.lipsMoved, film.renderedSeconds], [false, 0]);
    assert.deepEqual(await packets(film.output.path), await packets(path));
    assert.deepEqual(seen[0]?.picture, { kind: 'video', path, syncMode: 'cut_off' });
    assert.equal(seen[0]?.mouth.durationSeconds, 3);
    const down: VideoEngine = { ...nobody(), render: () => Promise.reject(new Error('down')) };
    await assert.rejects(make(path, { lipSync: true }, down), /down/u);
  });

  test('the picture is slower where a line needs it', async () => {
    const flash = "color=black:s=320x240:r=25:d=3,drawbox=c=white:t=fill:enable='between(t,1,2)'";
    const path = await media.make('p.mp4', '-f', 'lavfi', '-i', flash, ...tone(), ...H264);
    const times: [number, number][] = [
      [0, 0],
      [1, 1],
      [2, 3],
      [3, 4],
    ];
    const marks = times.map(([original, result]) => ({ original, result }));
    const film = await make(path, { marks, seconds: 4 });
    assert.equal(film.renderedSeconds, 4);
    await endTogether(film.output.path, 4);
    const shown = await media.read(
      '-i',
      film.output.path,
      '-map',
      '0:V',
      '-vf',
      'scale=1:1,format=gray',
      '-f',
      'rawvideo',
    );
    assert.equal(shown.length, 100);
    const white = [...shown.keys()].filter((i) => (shown[i] ?? 0) > 128);
    assert.ok(Math.abs((white[0] ?? 0) - 25) <= 1 && Math.abs((white.at(-1) ?? 0) - 75) <= 2, `${white}`);
  });

  const sounds: [name: string, contentType: string, output: string, type: string][] = [
    ['a.mp3', 'audio/mpeg', 'mp3', 'audio/mpeg'],
    ['a.flac', 'audio/flac', 'flac', 'audio/flac'],
    ['a.ogg', 'audio/ogg', 'ogg', 'audio/ogg'],
    ['a.opus', 'audio/ogg', 'ogg', 'audio/ogg'],
    ['a.m4a', 'audio/mp4', 'm4a', 'audio/mp4'],
    ['a.wav', 'audio/wav', 'wav', 'audio/wav'],
    ['a.mka', 'audio/x-matroska', 'm4a', 'audio/mp4'],
  ];
  test('audio comes back in the format that came in', async () => {
    for (const [name, contentType, output, type] of sounds) {
      const path = await media.make(name, ...tone());
      const film = await make(path, { hasVideo: false, contentType });
      assert.deepEqual([film.output.name, film.output.contentType, film.thumbnailPath], [output, type, null]);
      const found = await probe(film.output.path);
      assert.deepEqual([found.contentType, found.kind], [type, 'audio'], name);
      assert.ok(Math.abs((found.durationSeconds ?? 0) - 3) < 0.06, `${name}: ${found.durationSeconds} s`);
    }
  });

  test('an abort leaves nothing running, and a full disk is named', async () => {
    const path = await media.make('x.mp4', ...pattern(), ...H264);
    const folder = await mkdtemp(join(media.folder(), 'film-'));
    const mixedPath = await wav('mixed-3.wav', 3);
    const reason = new Error('gone');
    const request: MakeFilmRequest = {
      ...{
        filmPath: path,
        hasVideo: true,
        contentType: 'video/mp4',
        mixedPath,
        voicesPath: mixedPath,
        script,
      },
      ...{ target: 'en', marks: [], seconds: 3, lipSync: false, syncMode: 'cut_off' },
      ...{ lipsyncModel: 'vox-visemes', height: 480, audioKbps: 128, maxSeconds: 60, folder },
    };
    const gone = new AbortController();
    const paced = {
      ...request,
      marks: [
        { original: 0, result: 0 },
        { original: 3, result: 600 },
      ],
      seconds: 600,
    };
    const onProgress = (): void => gone.abort(reason);
    const startedAt = performance.now();
    setTimeout(onProgress, 1_000);
    await assert.rejects(
      makeFilm(engines(nobody()), paced, { signal: gone.signal, onProgress: () => undefined }),
      reason,
    );
    assert.ok(performance.now() - startedAt < 2_000);
    assert.ok(!(await readdir(folder)).includes('picture'));
    await symlink('/dev/full', join(folder, 'dub.mp4'));
    const full = makeFilm(engines(nobody()), request, { signal, onProgress: () => undefined });
    await assert.rejects(full, { code: 'storage_full' });
  });
});
