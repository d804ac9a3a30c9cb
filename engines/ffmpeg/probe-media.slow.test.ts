import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { DomainError } from '../../src/platform/errors.ts';
import { createProbe, findFfmpeg, type Media, type ProbeMedia } from './index.ts';
import { findQuickFfmpeg } from './testing/quick-ffmpeg.ts';
import { findServiceTools } from './testing/service-tools.ts';

const run = promisify(execFile);
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25:d=1,format=yuv420p'];
const STILL = [...PICTURE, '-frames:v', '1'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=1:r=48000'];
const VIDEO = [...PICTURE, ...SOUND, '-c:v', 'libx264', '-c:a', 'aac'];

describe('probing a customer’s file', () => {
  let folder: string;
  let ffmpeg: string;
  let probeMedia: ProbeMedia;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'probe-'));
    ffmpeg = await findQuickFfmpeg();
    probeMedia = createProbe(await findServiceTools());
  });
  after(() => rm(folder, { recursive: true }));

  /** Returns the bytes alone, so that no file name helps the probe. */
  const made = async (format: string, ...args: string[]): Promise<Buffer> => {
    const path = join(folder, 'made');
    await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args, '-f', format, path]);
    return readFile(path);
  };
  const probe = async (bytes: Buffer | string, maxSeconds = 180): Promise<Media> => {
    await writeFile(join(folder, '0'), bytes);
    return probeMedia(join(folder, '0'), { maxSeconds });
  };
  const refuses = (bytes: Buffer | string, code: string, maxSeconds?: number): Promise<void> =>
    assert.rejects(
      probe(bytes, maxSeconds),
      (error) => error instanceof DomainError && error.code === code && error.kind === 'invalid',
      code,
    );
  const lastsASecond = ({ durationSeconds = 0 }: Media): void =>
    assert.ok(Math.abs(durationSeconds - 1) < 0.1, `${durationSeconds} s`);

  test('distinguishes video, audio and images by their content', async () => {
    const video = await probe(await made('mp4', ...VIDEO));
    const { durationSeconds: _, ...facts } = video;
    lastsASecond(video);
    assert.deepEqual(facts, {
      kind: 'video',
      containerFormat: 'mov,mp4,m4a,3gp,3g2,mj2',
      contentType: 'video/mp4',
      extension: 'mp4',
      width: 64,
      height: 48,
      fps: 25,
      hasAudio: true,
      hasVideo: true,
      rotation: 0,
    });
    assert.deepEqual(await probe(await made('image2', ...STILL, '-c:v', 'png')), {
      kind: 'image',
      containerFormat: 'png_pipe',
      contentType: 'image/png',
      extension: 'png',
      width: 64,
      height: 48,
      hasAudio: false,
      hasVideo: true,
      rotation: 0,
    });
  });

  test('reports the type and the length of every common container', async () => {
    const kinds: [string, string, string[]][] = [
      ['mov', 'video/quicktime', VIDEO],
      ['webm', 'video/webm', [...PICTURE, '-c:v', 'libvpx']],
      ['matroska', 'video/x-matroska', VIDEO],
      ['avi', 'video/x-msvideo', [...PICTURE, '-c:v', 'mpeg4', '-bf', '2']],
      ['mpegts', 'video/mp2t', VIDEO],
      ['wav', 'audio/wav', SOUND],
      ['mp3', 'audio/mpeg', SOUND],
      ['flac', 'audio/flac', SOUND],
      ['ogg', 'audio/ogg', [...SOUND, '-c:a', 'libopus']],
      ['webm', 'audio/webm', [...SOUND, '-c:a', 'libopus']],
      ['ipod', 'audio/mp4', [...SOUND, '-c:a', 'aac']],
      ['adts', 'audio/aac', [...SOUND, '-c:a', 'aac']],
    ];
    for (const [format, contentType, args] of kinds) {
      const found = await probe(await made(format, ...args));
      assert.equal(found.contentType, contentType);
      assert.equal(found.kind, contentType.split('/')[0]);
      lastsASecond(found);
    }
    for (const [codec, contentType] of [
      ['mjpeg', 'image/jpeg'],
      ['libwebp', 'image/webp'],
    ] as const)
      assert.equal(
        (await probe(await made('image2', ...STILL, '-c:v', codec, '-update', '1'))).contentType,
        contentType,
      );
    assert.equal((await probe(await made('gif', ...STILL))).kind, 'image');
  });

  test('audio with cover art is audio', async () => {
    await made('image2', ...STILL, '-c:v', 'png');
    const cover = join(folder, 'cover');
    await writeFile(cover, await readFile(join(folder, 'made')));
    const maps = ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
    const { kind, hasVideo, width } = await probe(await made('mp3', ...SOUND, '-i', cover, ...maps));
    assert.deepEqual([kind, hasVideo, width], ['audio', false, undefined]);
  });

  test('a rotated video has its displayed width', async () => {
    const video = join(folder, 'video');
    await writeFile(video, await made('mp4', ...VIDEO));
    const turned = await readFile(video);
    // The matrix in the video track's header: a quarter turn clockwise.
    const matrix = turned.indexOf('tkhd') + 44;
    const quarter = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000];
    for (const [i, value] of quarter.entries()) turned.writeInt32BE(value, matrix + i * 4);
    const { width, height, rotation } = await probe(turned);
    assert.deepEqual([width, height, rotation], [48, 64, 90]);
  });

  test('a photograph with an Exif orientation has its displayed width', async () => {
    const photo = await made('image2', ...STILL, '-c:v', 'mjpeg');
    for (const [orientation, width, height, rotation] of [
      [1, 64, 48, 0],
      [3, 64, 48, 180],
      [6, 48, 64, 90],
      [8, 48, 64, 270],
    ] as const) {
      const found = await probe(withOrientation(photo, orientation));
      assert.deepEqual([found.width, found.height, found.rotation], [width, height, rotation]);
    }
    const lying = withOrientation(photo, 6);
    lying.writeUInt32BE(0xfffffff0, lying.indexOf('MM') + 4);
    assert.equal((await probe(lying)).rotation, 0);
  });

  test('the length is that of the content, whatever a header says', async () => {
    const short = await made('wav', ...SOUND);
    const data = short.indexOf('data') + 4;
    short.writeUInt32LE(48_000 * 2 * 7_200, data);
    lastsASecond(await probe(short));

    const video = await made('mp4', ...VIDEO);
    for (const box of ['mvhd', 'tkhd', 'mdhd'])
      for (let at = video.indexOf(box); at > 0; at = video.indexOf(box, at + 4))
        video.writeUInt32BE(7_200_000, at + (box === 'tkhd' ? 24 : 20));
    lastsASecond(await probe(video));

    const long = await made('mp4', '-f', 'lavfi', '-i', 'sine=d=8:r=48000', '-c:a', 'aac');
    long.writeUInt32BE(1_000, long.indexOf('mvhd') + 20);
    await refuses(long, 'media_too_long', 5);
    // A thousand times the ticks per second, so that every packet claims a thousandth of its duration.
    const timescale = long.indexOf('mdhd') + 16;
    long.writeUInt32BE(long.readUInt32BE(timescale) * 1_000, timescale);
    await refuses(long, 'media_too_long', 5);
  });

  test('400: more frames per second than any camera records', async () => {
    const video = await made('mp4', ...PICTURE, '-c:v', 'libx264');
    const timescale = video.indexOf('mdhd') + 16;
    video.writeUInt32BE(video.readUInt32BE(timescale) * 1_000, timescale);
    await refuses(video, 'unreadable_media');
  });

  test('400: longer than allowed, not counting encoder padding', async () => {
    const mp3 = await made('mp3', '-f', 'lavfi', '-i', 'sine=d=2:r=48000');
    await refuses(mp3, 'media_too_long', 1);
    assert.equal((await probe(mp3, 2)).durationSeconds, 2);
  });

  test('400: a file that is empty, text, SVG, a playlist, or cut off before its index', async () => {
    await refuses('', 'empty_file');
    await refuses('This is not media, whatever its name says. '.repeat(40), 'unreadable_media');
    await refuses('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>', 'unreadable_media');
    await refuses(`ffconcat version 1.0\nfile '${join(folder, 'made')}'\n`, 'unreadable_media');
    await refuses('#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n', 'unreadable_media');
    const whole = await made('mp4', ...VIDEO);
    await refuses(whole.subarray(0, whole.length / 2), 'unreadable_media');
    const sound = await made('wav', ...SOUND);
    await refuses(sound.subarray(0, sound.indexOf('data') + 8), 'unreadable_media');
  });

  test('a video cut off after its index has the length of what remains', async () => {
    const whole = await made('mp4', ...VIDEO, '-movflags', 'faststart', '-x264-params', 'bframes=0');
    const { durationSeconds = 0 } = await probe(whole.subarray(0, whole.length - 6_000));
    assert.ok(durationSeconds > 0.1 && durationSeconds < 0.9, `${durationSeconds} s`);
  });

  test('400: animated images', async () => {
    await refuses(await made('gif', ...PICTURE), 'animated_image');
    await refuses(await made('apng', ...PICTURE), 'animated_image');
  });

  test('400: a small file that expands to a huge picture', async () => {
    await refuses(hugePng(30_000), 'picture_too_large');
  });

  test('the packaged ffmpeg gives the same result as the system’s', async () => {
    const packaged = await findFfmpeg(undefined, { PATH: '' });
    assert.equal(packaged !== null, process.arch === 'x64', 'the packages bring one for x64 alone');
    if (!packaged) return;
    await writeFile(join(folder, '0'), await made('mp4', ...VIDEO));
    const other = createProbe({ ffmpeg: packaged, prlimit: null, sandbox: null });
    const options = { maxSeconds: 180 };
    assert.deepEqual(await other(join(folder, '0'), options), await probeMedia(join(folder, '0'), options));
  });

  test('stops on abort, and reports a missing ffmpeg', async () => {
    const reason = new Error('gone');
    await writeFile(join(folder, '0'), await made('wav', ...SOUND));
    const call = probeMedia(join(folder, '0'), { maxSeconds: 180, signal: AbortSignal.abort(reason) });
    await assert.rejects(call, reason);
    const none = createProbe({ ffmpeg: null, prlimit: null, sandbox: null });
    await assert.rejects(none('x', { maxSeconds: 1 }), /no ffmpeg .*FFMPEG_PATH/u);
  });
});

/** Adds an Exif segment with one entry, as a camera does. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const frame = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), frame, body, jpeg.subarray(2)]);
}

/** A square of zeros in 8-bit gray, which compresses well enough to fit into an upload. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(8, 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const pixels = deflateSync(Buffer.alloc((side + 1) * 100));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
