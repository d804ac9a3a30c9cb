import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DomainError } from '../../../src/platform/errors.ts';
import { openTestMedia } from '../testing/test-media.ts';
import { framesPerSecond } from './frame-rate.ts';
import { openClip } from './open-clip.ts';
import { probeClip } from './probe-clip.ts';

describe('reading a customer’s clip', () => {
  const media = openTestMedia();
  const pattern = (size: string, rate: string, seconds = 1): string[] => [
    ...['-f', 'lavfi', '-i', `testsrc=s=${size}:r=${rate}:d=${seconds}`],
    ...['-pix_fmt', 'yuv444p', '-c:v', 'libx264', '-preset', 'ultrafast'],
  ];
  const file = async (name: string, bytes: Buffer | string): Promise<string> => {
    await writeFile(join(media.folder(), name), bytes);
    return join(media.folder(), name);
  };
  const probe = (path: string, height = 720) => probeClip(media.tools(), path, { height });
  const refuses = (path: string, code: string): Promise<void> =>
    assert.rejects(probe(path), (error) => error instanceof DomainError && error.code === code, code);
  const count = async (path: string): Promise<number> => {
    const open = openClip(media.tools(), await probe(path, 64));
    let frames = 0;
    while (await open.next()) frames += 1;
    return frames;
  };

  test('its shorter side fits the plan, it is never enlarged, and its sides are even', async () => {
    const wide = await media.make('wide.mp4', ...pattern('1280x720', '5'));
    assert.deepEqual(sizeOf(await probe(wide, 480)), [852, 480]);
    assert.deepEqual(sizeOf(await probe(wide, 1080)), [1280, 720]);
    assert.deepEqual(
      sizeOf(await probe(await media.make('odd.mkv', ...pattern('333x201', '5')))),
      [332, 200],
    );
  });

  test('a clip recorded on an upright phone is upright', async () => {
    const lying = await media.make('lying.mp4', ...pattern('640x360', '5'));
    const turned = ['-i', lying, '-metadata:s:v', 'rotate=90', '-c', 'copy'];
    const path = await media
      .make('upright.mp4', '-display_rotation', '90', ...turned)
      .catch(() => media.make('upright.mp4', ...turned));
    assert.deepEqual(sizeOf(await probe(path, 480)), [360, 640]);
  });

  test('non-square pixels become square', async () => {
    const path = await media.make('anamorphic.mp4', ...pattern('720x576', '5'), '-vf', 'setsar=16/11');
    assert.deepEqual(sizeOf(await probe(path)), [1046, 576]);
  });

  test('usual rates are kept exactly, slow ones are raised and fast ones halved', async () => {
    const rates = { '24': 24, '25': 25, '30000/1001': 30_000 / 1_001, '60': 60, '10': 25, '120': 60 };
    for (const [rate, expected] of Object.entries(rates)) {
      const path = await media.make('rate.mp4', ...pattern('64x48', rate));
      assert.equal(framesPerSecond((await probe(path)).frameRate), expected, rate);
    }
  });

  test('a clip with a variable frame rate plays at a constant rate for the same time', async () => {
    const uneven = ['-vf', 'setpts=N/25/TB+gt(N\\,10)*0.4/TB', '-vsync', 'vfr'];
    const frames = await count(await media.make('uneven.mkv', ...pattern('64x48', '25', 2), ...uneven));
    const { frameRate } = await probe(join(media.folder(), 'uneven.mkv'));
    assert.ok(Math.abs(frames / framesPerSecond(frameRate) - 2.4) < 0.1, `${frames} frames`);
  });

  test('400: an empty file, text, sound alone, and an MP4 cut off before its index', async () => {
    await refuses(await file('empty.mp4', ''), 'empty_file');
    await refuses(
      await file('text.mp4', 'This is not a video, whatever its name says. '.repeat(50)),
      'unreadable_video',
    );
    const tone = ['-f', 'lavfi', '-i', 'sine=440:d=1', '-c:a', 'aac'];
    await refuses(await media.make('sound.mp4', ...tone), 'no_video_track');
    const whole = await readFile(await media.make('whole.mp4', ...pattern('64x48', '25')));
    await refuses(await file('torn.mp4', whole.subarray(0, whole.length / 3)), 'unreadable_video');
  });

  test('400: a list that points to other files is not followed', async () => {
    const target = await media.make('target.mp4', ...pattern('64x48', '25'));
    await refuses(await file('list.txt', `ffconcat version 1.0\nfile '${target}'\n`), 'unreadable_video');
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\nfile://${target}\n#EXT-X-ENDLIST\n`;
    await refuses(await file('list.m3u8', playlist), 'unreadable_video');
  });

  test('the length is what can be decoded, whatever the header says', async () => {
    const whole = await readFile(
      await media.make('early.mp4', ...pattern('64x48', '25', 2), '-movflags', 'faststart'),
    );
    const at = whole.indexOf('mvhd') + 20;
    whole.writeUInt32BE(2 * 3_600 * whole.readUInt32BE(at - 4), at);
    assert.equal(await count(await file('lying-header.mp4', whole)), 50);
    const half = await file('half.mp4', whole.subarray(0, Math.floor(whole.length * 0.6)));
    const frames = await count(half);
    assert.ok(frames > 5 && frames < 50, `${frames} of the 50 that it claims`);
  });

  test('red stays red, whatever colour matrix the file has', async () => {
    const kinds: Record<string, string[]> = {
      'unsaid.mp4': [],
      'television.mp4': ['-vf', 'scale=out_color_matrix=bt601:out_range=tv', '-colorspace', 'smpte170m'],
      'video.mp4': ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-colorspace', 'bt709'],
      'telephone.mp4': ['-vf', 'scale=out_color_matrix=bt601:out_range=pc', '-pix_fmt', 'yuvj420p'],
      'rgb.mkv': ['-c:v', 'ffv1', '-pix_fmt', 'bgr0'],
    };
    for (const [name, args] of Object.entries(kinds)) {
      const red = ['-f', 'lavfi', '-i', 'color=red:s=64x48:r=25:d=0.2', '-pix_fmt', 'yuv420p'];
      const open = openClip(media.tools(), await probe(await media.make(name, ...red, ...args)));
      const frame = await open.next();
      const seen = [frame?.luma[99] ?? 0, frame?.blue[99] ?? 0, frame?.red[99] ?? 0];
      open.close();
      assert.ok(
        [63, 102, 240].every((value, i) => Math.abs(value - (seen[i] ?? 0)) <= 3),
        `${name}: ${seen}`,
      );
    }
  });

  test('stops on abort', async () => {
    const path = await media.make('stop.mp4', ...pattern('64x48', '25', 2));
    const reason = new Error('gone');
    const gone = AbortSignal.abort(reason);
    await assert.rejects(probeClip(media.tools(), path, { height: 720, signal: gone }), reason);
  });
});

const sizeOf = ({ width, height }: { width: number; height: number }): number[] => [width, height];
