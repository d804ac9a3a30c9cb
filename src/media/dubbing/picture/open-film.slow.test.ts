import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openTestMedia } from '../../../../engines/video/testing/test-media.ts';
import { type OpenedFilm, type OpenFilmRequest, openFilm } from './open-film.ts';
import { readTracks } from './read-tracks.ts';

const signal = new AbortController().signal;

describe('opening a film', () => {
  const media = openTestMedia();
  const open = async (path: string, given: Partial<OpenFilmRequest> = {}): Promise<OpenedFilm> => {
    const folder = await mkdtemp(join(media.folder(), 'open-'));
    const request = { path, seconds: 4, hasVideo: true, range: null, folder, ...given };
    return openFilm(media.tools(), request, { signal, onProgress: () => undefined });
  };
  const picture = async (path: string) => (await readTracks(media.tools(), path, { signal })).picture;
  /** Black, and white from second 2 on, with a tone from then on. */
  const flash = (at = 2, rate = '25'): string[] => [
    ...[
      '-f',
      'lavfi',
      '-i',
      `color=black:s=160x120:r=${rate}:d=4,drawbox=c=white:t=fill:enable='gte(t,${at})'`,
    ],
    ...['-f', 'lavfi', '-i', `sine=1000:d=${4 - at},adelay=${at * 1_000}`],
  ];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '2'];

  /** When the tone starts, in what is heard and in the WAV file. */
  const soundAt = async ({ samples, soundPath }: OpenedFilm): Promise<number> => {
    const heard = samples.findIndex((sample) => Math.abs(sample) > 0.02) / 16_000;
    const pcm = await media.read('-i', soundPath, '-f', 's16le');
    let written = 0;
    while (written < pcm.length && Math.abs(pcm.readInt16LE(written)) < 600) written += 4;
    assert.ok(Math.abs(written / 4 / 48_000 - heard) < 0.005, `${written / 4 / 48_000} and ${heard}`);
    return heard;
  };
  /** When the picture turns white. */
  const pictureAt = async (path: string): Promise<number> => {
    const args = ['-i', path, '-vf', 'blackframe=amount=0:threshold=128', '-an', '-f', 'null', '-'];
    const { stderr } = await promisify(execFile)(media.tools().ffmpeg ?? '', args);
    const seen = [...stderr.matchAll(/pblack:(\d+) pts:\S+ t:([\d.]+)/gu)].find(([, black]) => black === '0');
    return Number(seen?.[2]);
  };
  const together = async (film: OpenedFilm, at: number): Promise<void> => {
    const heard = await soundAt(film);
    const seen = await pictureAt(film.filmPath);
    assert.ok(
      Math.abs(heard - seen) <= 0.02 + 1e-6 && Math.abs(heard - at) <= 0.02 + 1e-6,
      `${heard} and ${seen}`,
    );
  };

  test('a whole film is its own picture, and its sound is as long as it', async () => {
    const path = await media.make('a.mp4', ...flash(), ...h264);
    const film = await open(path);
    assert.equal(film.filmPath, path);
    assert.equal(film.seconds, 4);
    assert.equal(film.samples.length, 64_000);
    assert.equal((await stat(film.soundPath)).size, 44 + 4 * 48_000 * 4);
    await together(film, 2);
  });

  test('sound that starts late, stops early or is not there leaves silence', async () => {
    const late = ['-itsoffset', '1', '-f', 'lavfi', '-i', 'sine=1000:d=2'];
    const video = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:r=25:d=4'];
    for (const name of ['late.mp4', 'late.mkv']) {
      const film = await open(await media.make(name, ...video, ...late, ...h264));
      assert.ok(Math.abs((await soundAt(film)) - 1) <= 0.02);
      assert.equal((await stat(film.soundPath)).size, 44 + 4 * 48_000 * 4);
    }
    const silent = await open(await media.make('silent.mp4', ...video, ...h264));
    assert.ok(silent.samples.length === 64_000 && silent.samples.every((sample) => sample === 0));
  });

  test('a picture that starts late, and a file whose time starts late, keep sound and picture together', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=1000:d=2,adelay=2000'];
    const picture = "color=black:s=160x120:r=25:d=3,drawbox=c=white:t=fill:enable='gte(t,1)'";
    const late = await media.make(
      'v.mp4',
      ...sound,
      '-itsoffset',
      '1',
      '-f',
      'lavfi',
      '-i',
      picture,
      ...h264,
    );
    await together(await open(late), 2);
    await together(await open(late, { range: { from: 0, to: 3 } }), 2);
    const offset = await media.make('o.ts', ...flash(), ...h264, '-output_ts_offset', '1000');
    await together(await open(offset), 2);
    await together(await open(offset, { range: { from: 1, to: 3 } }), 1);
  });

  test('a part is exact to the frame: copied from a key frame to a clean end, else encoded anew', async () => {
    const keys = [...h264, '-g', '25', '-keyint_min', '25', '-sc_threshold', '0', '-flags', '+cgop'];
    const path = await media.make('keys.mp4', ...flash(), ...keys);
    const all = await packetHashes(path);
    const copied = await open(path, { range: { from: 1, to: 3 } });
    assert.deepEqual(await packetHashes(copied.filmPath), all.slice(25, 75));
    await together(copied, 1);
    const encoded = await open(path, { range: { from: 1.5, to: 3.5 } });
    assert.equal((await picture(encoded.filmPath))?.packets.length, 50);
    await together(encoded, 0.5);
    assert.equal(encoded.seconds, 2);
    const uneven = await open(path, { range: { from: 0.73, to: 2.9 } });
    await together(uneven, 1.27);
    const beyond = await open(path, { range: { from: 1, to: 60 } });
    assert.equal(beyond.seconds, 3);
    assert.deepEqual(await packetHashes(beyond.filmPath), all.slice(25));
  });

  async function packetHashes(path: string): Promise<string[]> {
    const text = await media.read('-i', path, '-map', '0:v', '-c', 'copy', '-f', 'framemd5');
    return text
      .toString()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(',').at(-1) ?? '');
  }

  test('audio is opened without its cover, and a part of it is cut', async () => {
    const cover = await media.make('cover.png', '-f', 'lavfi', '-i', 'testsrc=s=64x64', '-frames:v', '1');
    const tone = ['-f', 'lavfi', '-i', 'sine=1000:d=2,adelay=2000'];
    const mp3 = await media.make(
      'c.mp3',
      ...tone,
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-disposition:v',
      'attached_pic',
    );
    const film = await open(mp3, { hasVideo: false, range: { from: 1, to: 3 } });
    assert.equal(film.filmPath, mp3);
    assert.ok(film.samples.length === 32_000 && Math.abs((await soundAt(film)) - 1) < 0.03);
  });

  test('an abort ends it, and what cannot be opened is refused', async () => {
    const path = await media.make('b.mp4', ...flash(), ...h264);
    const folder = await mkdtemp(join(media.folder(), 'open-'));
    const request = { path, seconds: 4, hasVideo: true, range: null, folder };
    const gone = new AbortController();
    const reason = new Error('gone');
    const onProgress = (): void => gone.abort(reason);
    await assert.rejects(
      openFilm(media.tools(), request, { signal: AbortSignal.abort(reason), onProgress }),
      reason,
    );
    const tone = await media.make('t.wav', '-f', 'lavfi', '-i', 'sine=d=1');
    await assert.rejects(open(tone), { code: 'no_video_track' });
    const list = join(media.folder(), 'list.mp4');
    await writeFile(list, `ffconcat version 1.0\nfile b.mp4\n`);
    await assert.rejects(open(list), { code: 'unreadable_media' });
    await assert.rejects(open(path, { range: { from: 9, to: 10 } }), { code: 'unreadable_media' });
  });
});
