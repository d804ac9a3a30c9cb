import assert from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { RenderRequest, VideoEngine } from '../../../../engines/video/index.ts';
import { until } from '../../../platform/testing/until.ts';
import { makeFilm } from './make-film.ts';
import { H264, nobody, openTestFilms, pattern, tone } from './testing/films.ts';

const signal = new AbortController().signal;

describe('making the dubbed film', () => {
  const { media, engines, requestFor, make, probe, packets, ends } = openTestFilms();
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
    assert.deepEqual([film.lips, film.renderedSeconds, film.width, film.height], [null, 0, 160, 120]);
    await endTogether(film.output.path, 2);
    const english = await media.read('-i', film.output.path, '-map', '0:s:m:language:eng', '-f', 'srt');
    assert.match(english.toString(), /00:00:00,000 --> 00:00:01,000\nHi & .*bye.* \(x\)/u);
    assert.match(english.toString(), /00:00:01,000 --> 00:00:02,000\nTwo\./u);
    const spanish = await media.read('-i', film.output.path, '-map', '0:s:m:language:spa', '-f', 'srt');
    assert.match(spanish.toString(), /Hola\./u);
    const bytes = await readFile(film.output.path);
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat') && bytes.includes('español'));
    const sound = await media.read('-i', film.output.path, '-map', '0:a:m:language:eng', '-f', 's16le');
    assert.ok(sound.length > 0);
    assert.ok(film.thumbnailPath && (await readFile(film.thumbnailPath)).readUInt16BE(0) === 0xffd8);
    assert.match(await readFile(film.captionsPath, 'utf8'), /^WEBVTT/u);
    assert.deepEqual((await readdir(film.folder)).sort(), ['captions.vtt', 'dub.mp4', 'thumbnail.jpg']);
    assert.ok(
      film.shares.every((share, i) => share >= (film.shares[i - 1] ?? 0)) && film.shares.at(-1) === 1,
    );
  });

  /** VP9 and Opus; H.265; an odd size at a variable rate with pictures that are not 4:2:0. */
  const copied: [name: string, size: number[], args: string[]][] = [
    [
      'a.webm',
      [160, 120],
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
    ],
    ['h265.mkv', [160, 120], ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']],
    [
      'odd.mkv',
      [51, 35],
      [...H264.slice(0, 4), '-vf', "select='not(mod(n,7))+not(mod(n,3))',crop=51:35", '-fps_mode', 'vfr'],
    ],
  ];
  test('other pictures that MP4 can hold are copied too', async () => {
    for (const [name, size, args] of copied) {
      const path = await media.make(name, ...pattern(), ...tone(), ...args);
      const film = await make(path);
      assert.deepEqual(await packets(film.output.path), await packets(path), name);
      assert.deepEqual([film.width, film.height], size);
      const { durationSeconds = 0 } = await probe(film.output.path);
      assert.ok(Math.abs(durationSeconds - 2) < 0.13, `${name}: ${durationSeconds} s`);
    }
  });

  test('a turned film stays turned, and one whose picture or sound starts late stays in time', async () => {
    const plain = await media.make('plain.mp4', ...pattern(), ...tone(), ...H264);
    const turning = ['-i', plain, '-metadata:s:v', 'rotate=90', '-c', 'copy'];
    // ffmpeg 6 and newer know only the first, older ones only the second.
    const turned = await media
      .make('t.mov', '-display_rotation', '90', ...turning)
      .catch(() => media.make('t.mov', ...turning));
    const film = await make(turned, { contentType: 'video/quicktime' });
    const { rotation } = await probe(turned);
    assert.ok(rotation === 90 || rotation === 270);
    assert.equal((await probe(film.output.path)).rotation, rotation);
    assert.deepEqual([film.width, film.height], [120, 160]);
    const late = await media.make('late.mp4', ...tone(), '-itsoffset', '1', ...pattern(1), ...H264);
    const { picture } = await ends((await make(late)).output.path);
    assert.ok(Math.abs(picture - 2) <= 0.04, `${picture}`);
  });

  test('a codec that MP4 players do not know is encoded anew, no larger than the plan allows', async () => {
    const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
    const path = await media.make('vp8.webm', ...pattern(2, '320x182'), ...vp8);
    const film = await make(path, { height: 120 });
    assert.deepEqual([film.width, film.height, film.renderedSeconds], [210, 120, 0]);
    await endTogether(film.output.path, 2);
  });

  test('a picture shorter than the sound stands still until the end', async () => {
    const path = await media.make('short.mp4', ...pattern(1), ...tone(), ...H264);
    const film = await make(path);
    assert.deepEqual(await packets(film.output.path), await packets(path));
    const bytes = await readFile(film.output.path);
    // The first edit list is that of the picture. Its length is in milliseconds.
    assert.ok(Math.abs(bytes.readUInt32BE(bytes.indexOf('elst') + 12) - 2_000) <= 40);
  });

  test('a film without a face is copied, although lips were asked for', async () => {
    const path = await media.make('n.mp4', ...pattern(), ...tone(), ...H264);
    const seen: RenderRequest[] = [];
    const film = await make(path, { lipSync: true }, nobody(seen));
    assert.deepEqual([film.lips, film.renderedSeconds], [null, 0]);
    assert.deepEqual(await packets(film.output.path), await packets(path));
    assert.deepEqual(seen[0]?.picture, { kind: 'video', path, syncMode: 'cut_off', turns: [] });
    assert.equal(seen[0]?.mouth.durationSeconds, 2);
    const down: VideoEngine = { ...nobody(), render: () => Promise.reject(new Error('down')) };
    await assert.rejects(make(path, { lipSync: true }, down), /down/u);
  });

  test('the picture is slower where a line needs it', async () => {
    const flash = "color=black:s=160x120:r=25:d=2,drawbox=c=white:t=fill:enable='between(t,0.5,1)'";
    const path = await media.make('p.mp4', '-f', 'lavfi', '-i', flash, ...tone(), ...H264);
    const times: [number, number][] = [
      [0, 0],
      [0.5, 0.5],
      [1, 2],
      [2, 3],
    ];
    const marks = times.map(([original, result]) => ({ original, result }));
    const film = await make(path, { marks, seconds: 3 });
    assert.equal(film.renderedSeconds, 3);
    assert.ok(
      film.shares.every((share, i) => share >= (film.shares[i - 1] ?? 0)) && film.shares.at(-1) === 1,
    );
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
    assert.equal(shown.length, 75);
    const white = [...shown.keys()].filter((i) => (shown[i] ?? 0) > 128);
    assert.ok(Math.abs((white[0] ?? 0) - 13) <= 1 && Math.abs((white.at(-1) ?? 0) - 50) <= 2, `${white}`);
  });

  const sounds: [name: string, contentType: string, output: string, type: string][] = [
    ['a.mp3', 'audio/mpeg', 'mp3', 'audio/mpeg'],
    ['a.opus', 'audio/ogg', 'ogg', 'audio/ogg'],
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
      assert.ok(Math.abs((found.durationSeconds ?? 0) - 2) < 0.06, `${name}: ${found.durationSeconds} s`);
    }
  });

  test('an abort leaves nothing running, and a full disk is named', async () => {
    const path = await media.make('x.mp4', ...pattern(), ...H264);
    const request = await requestFor(path, {});
    const gone = new AbortController();
    const reason = new Error('gone');
    const slow = [
      { original: 0, result: 0 },
      { original: 2, result: 600 },
    ];
    const quiet = { onProgress: () => undefined };
    const paced = { ...request, marks: slow, seconds: 600 };
    const making = makeFilm(engines(nobody()), paced, { signal: gone.signal, ...quiet });
    const rejected = assert.rejects(making, reason);
    await until(async () => (await readdir(request.folder)).includes('picture'));
    gone.abort(reason);
    await rejected;
    assert.ok(!(await readdir(request.folder)).includes('picture'));
    await symlink('/dev/full', join(request.folder, 'dub.mp4'));
    // A device is no file that the sandbox could show.
    const open = engines(nobody());
    const outside = { ...open, tools: { ...open.tools, sandbox: null } };
    const full = makeFilm(outside, request, { signal, ...quiet });
    await assert.rejects(full, { code: 'storage_full' });
  });
});
