import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { DomainError } from '../../src/platform/errors.ts';
import { steadyWorstTurn } from '../../src/platform/testing/worst-turn.ts';
import { encodeWav } from '../codec/index.ts';
import { createDecoder, createSampleReader, type DecodeAudio } from './decode-audio.ts';
import { readFileWithFfmpeg } from './read-file.ts';
import { findQuickFfmpeg } from './testing/quick-ffmpeg.ts';
import { findServiceTools } from './testing/service-tools.ts';

const TONE_SECONDS = 2;
const run = promisify(execFile);

describe('decoding a customer’s file', () => {
  let folder: string;
  let ffmpeg: string;
  let decode: DecodeAudio;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decode-'));
    ffmpeg = await findQuickFfmpeg();
    decode = createDecoder(await findServiceTools());
    await writeFile(join(folder, 'tone.wav'), encodeWav([tone(TONE_SECONDS)], 24_000));
  });
  after(() => rm(folder, { recursive: true }));

  const tone = (seconds: number, rate = 24_000): Float32Array =>
    Float32Array.from({ length: seconds * rate }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / rate));
  const file = async (name: string, bytes: Buffer | string): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  const made = async (name: string, ...args: string[]): Promise<string> => {
    const input = ['-nostdin', '-v', 'error', '-y', '-i', join(folder, 'tone.wav')];
    await run(ffmpeg, [...input, ...args, join(folder, name)]);
    return join(folder, name);
  };
  const refuses = async (path: string, code: string, maxSeconds = 180): Promise<void> => {
    const refusal = decode(path, { maxSeconds });
    await assert.rejects(refusal, (error) => error instanceof DomainError && error.code === code, code);
  };

  test('decodes every common container to 16 kHz mono of the right length', async () => {
    const kinds: Record<string, string[]> = {
      'a.wav': ['-ac', '2', '-ar', '44100'],
      'a.flac': [],
      'a.mp3': [],
      'a.ogg': ['-c:a', 'libopus'],
      'a.webm': ['-c:a', 'libopus'],
      'a.m4a': ['-c:a', 'aac'],
      'a.aac': ['-c:a', 'aac'],
      'a.aiff': [],
      'a.mkv': ['-c:a', 'pcm_s16le'],
    };
    for (const [name, args] of Object.entries(kinds)) {
      const { samples, seconds } = await decode(await made(name, ...args), { maxSeconds: 180 });
      assert.ok(Math.abs(seconds - TONE_SECONDS) < 0.15, `${name}: ${seconds} s`);
      const rms = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
      assert.ok(Math.abs(rms - 0.35) < 0.05, `${name}: ${rms}`);
    }
  });

  test('decodes the audio track of a video', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=64x64:r=5:d=2'];
    const path = await made('video.mp4', ...picture, '-c:v', 'mpeg4', '-c:a', 'aac', '-shortest');
    assert.ok(Math.abs((await decode(path, { maxSeconds: 180 })).seconds - TONE_SECONDS) < 0.2);
  });

  test('400: a video without sound, an empty file, and a file that is not audio', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=64x64:r=5:d=1', '-map', '1:v', '-c:v', 'mpeg4'];
    await refuses(await made('mute.mp4', ...picture), 'no_audio_track');
    await refuses(await file('empty.wav', ''), 'empty_file');
    await refuses(
      await file('text.mp3', 'This is not sound, whatever its name says. '.repeat(40)),
      'unreadable_audio',
    );
    await refuses(await file('header.wav', encodeWav([tone(1)], 24_000).subarray(0, 44)), 'unreadable_audio');
  });

  test('400: a playlist that refers to other files is not followed', async () => {
    const target = join(folder, 'tone.wav');
    await refuses(await file('list.txt', `ffconcat version 1.0\nfile '${target}'\n`), 'unreadable_audio');
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${target}\n#EXT-X-ENDLIST\n`;
    await refuses(await file('list.m3u8', playlist), 'unreadable_audio');
  });

  test('the length is that of the content, whatever the header says', async () => {
    const lying = encodeWav([tone(1)], 24_000);
    lying.writeUInt32LE(24_000 * 2 * 3_600, 40);
    assert.equal((await decode(await file('lying.wav', lying), { maxSeconds: 180 })).seconds, 1);
    const cut = encodeWav([tone(2)], 24_000).subarray(0, 44 + 24_000 * 2);
    assert.equal((await decode(await file('cut.wav', cut), { maxSeconds: 180 })).seconds, 1);
  });

  test('400: an MP4 cut off before its index', async () => {
    const whole = await readFile(await made('whole.mp4', '-c:a', 'aac'));
    await refuses(await file('torn.mp4', whole.subarray(0, whole.length / 2)), 'unreadable_audio');
  });

  test('400: longer than allowed, not counting encoder padding', async () => {
    await refuses(join(folder, 'tone.wav'), 'audio_too_long', 1);
    const { seconds } = await decode(await made('b.mp3'), { maxSeconds: TONE_SECONDS });
    assert.equal(seconds, TONE_SECONDS);
  });

  test('decoded samples are between −1 and 1, even where the file has NaN', async () => {
    const bytes = Buffer.alloc(16_000 * 4);
    for (let i = 0; i < 16_000; i += 1) bytes.writeFloatLE(i % 2 === 0 ? Number.NaN : 9, i * 4);
    await writeFile(join(folder, 'raw.f32'), bytes);
    const raw = ['-f', 'f32le', '-ar', '16000', '-ac', '1', '-i', join(folder, 'raw.f32')];
    const target = join(folder, 'nan.wav');
    await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...raw, '-c:a', 'pcm_f32le', target]);
    const { samples } = await decode(target, { maxSeconds: 180 });
    assert.ok(samples.every((sample) => sample >= -1 && sample <= 1));
  });

  test('half an hour of samples is cleaned and joined in short turns, wherever its chunks end', async () => {
    const chunk = Buffer.from(Float32Array.from({ length: 16_384 }, (_, i) => (i % 7) - 3).buffer);
    const pieces = [chunk.subarray(0, 5), chunk.subarray(5, 11), chunk.subarray(11)];
    const work = async () => {
      const reader = createSampleReader();
      const chunks = (1_800 * 16_000) / 16_384;
      for (let i = 0; i < chunks; i++) {
        for (const piece of i % 100 === 0 ? pieces : [chunk]) reader.read(piece);
        // A pipe also delivers its chunks in separate turns of the event loop.
        await new Promise(setImmediate);
      }
      const samples = await reader.all();
      assert.equal(samples.length, Math.ceil(chunks) * 16_384);
      assert.deepEqual([...samples.subarray(-16_384, -16_380)], [-1, -1, -1, 0]);
    };
    const worstMs = await steadyWorstTurn(work, { runs: 3, enoughMs: 50 });
    assert.ok(worstMs <= 50, `${worstMs} ms`);
  });

  test('a disk that is full fails the call, not the process', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const output = ['-map', '0:a:0', '-f', 'f32le'];
    const reading = { file: join(folder, 'tone.wav'), formats: ['wav'], output, wallMs: 60_000 };
    let chunks = 0;
    const read = readFileWithFfmpeg(await findServiceTools(), reading, () => {
      chunks += 1;
      throw full;
    });
    await assert.rejects(read, full);
    assert.equal(chunks, 1);
  });

  test('stops on abort, and reports a missing decoder', async () => {
    const reason = new Error('gone');
    const call = decode(join(folder, 'tone.wav'), { maxSeconds: 180, signal: AbortSignal.abort(reason) });
    await assert.rejects(call, reason);
    const none = createDecoder({ ffmpeg: null, prlimit: null, sandbox: null });
    await assert.rejects(none('x', { maxSeconds: 1 }), /no ffmpeg .*FFMPEG_PATH/u);
  });
});
