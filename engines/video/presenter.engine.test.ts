import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { encodeWav } from '../codec/index.ts';
import { findFfmpeg, findPrlimit } from '../ffmpeg/index.ts';
import { type MouthTrack, trackFromSpeech, type Viseme } from '../lipsync/index.ts';
import { createVideoEngine } from './engine.ts';
import { MOUTH_LINE } from './presenter/testing/drawn-face.ts';
import { writePresenter } from './presenter/testing/write-presenter.ts';
import { videoEngineContract } from './testing/contract.ts';
import { decodeVideo } from './testing/decode-video.ts';
import type { RenderRequest, VideoEngine } from './types.ts';

const RATE = 24_000;
const FPS = 25;
const presenters = await mkdtemp(join(tmpdir(), 'presenters-'));
await writePresenter(presenters);
after(() => rm(presenters, { recursive: true }));

/** "A papa, mama, bebop" by a voice that is a tone: only its times matter. */
const PHONEMES: [symbol: string, ms: number][] = [
  ...([
    ['ɑ', 200],
    ['p', 75],
    ['ɑ', 150],
    ['p', 50],
    ['ɑ', 150],
    ['m', 75],
    ['ɑ', 150],
  ] as [string, number][]),
  ...([
    ['m', 50],
    ['ɑ', 175],
    ['b', 50],
    ['ɑ', 125],
    ['b', 75],
    ['ɑ', 150],
    ['p', 100],
  ] as [string, number][]),
];
const phonemes = PHONEMES.map(([symbol, ms], i) => {
  const startSample = PHONEMES.slice(0, i).reduce((sum, [, before]) => sum + before, 300) * (RATE / 1000);
  return { symbol, startSample, endSample: startSample + ms * (RATE / 1000) };
});
const samples = Float32Array.from({ length: 2.23 * RATE }, (_, i) => 0.3 * Math.sin(i / 20));
const track: MouthTrack = trackFromSpeech([{ samples, phonemes }], RATE);

const ffmpeg = async (): Promise<string> => {
  const found = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
  assert.ok(found, 'these tests need ffmpeg');
  return found;
};
const create = async (): Promise<VideoEngine> =>
  createVideoEngine({
    tools: { ffmpeg: await ffmpeg(), prlimit: await findPrlimit(process.env), sandbox: null },
    presentersDir: presenters,
    modelsDir: presenters,
    processes: 1,
    log: silentLog,
  });
const request = async (folder: string): Promise<RenderRequest> => {
  const audioPath = join(folder, 'voice.wav');
  await writeFile(audioPath, encodeWav([samples], RATE));
  const background = { kind: 'colour', colour: '#88aa99' } as const;
  const picture = { kind: 'presenter', presenterId: 'drawn', background } as const;
  return { picture, audioPath, mouth: track, height: 480, audioKbps: 96, maxSeconds: 60, folder };
};

videoEngineContract('The presenter', {
  create,
  request,
  ffmpeg,
  refused: async (folder) => {
    const rendering = await request(folder);
    const background = { kind: 'image', path: rendering.audioPath } as const;
    const picture = { kind: 'presenter', presenterId: 'drawn', background } as const;
    return { request: { ...rendering, picture }, code: 'unreadable_image' };
  },
});

describe('a presenter speaks', () => {
  let engine: VideoEngine;
  let folder: string;
  let openings: number[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spoken-'));
    engine = await create();
    const video = await engine.render(await request(folder));
    const { frames } = await decodeVideo(await ffmpeg(), video.videoPath, video);
    openings = frames.map((frame) => insidePixels(frame, video));
  });
  after(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  /** Pixels of the mouth's surroundings, in the video, that show its inside. */
  function insidePixels(luma: Uint8Array, { width, height }: { width: number; height: number }): number {
    const scale = height / 270;
    let count = 0;
    for (let y = (MOUTH_LINE.y - 16) * scale; y < (MOUTH_LINE.y + 36) * scale; y += 1)
      for (let x = -30 * scale; x < 30 * scale; x += 1)
        if ((luma[Math.round(y) * width + Math.round(width / 2 + x)] ?? 255) < 48) count += 1;
    return count;
  }

  const framesWithin = (from: number, to: number): number[] =>
    openings.filter((_, i) => (i + 0.5) / FPS >= from && (i + 0.5) / FPS <= to);
  const timesOf = (wanted: Viseme, symbols: string): { start: number; end: number }[] => {
    assert.ok(track.cues.some(({ viseme }) => viseme === wanted));
    return phonemes
      .filter(({ symbol }) => symbols.includes(symbol))
      .map(({ startSample, endSample }) => ({ start: startSample / RATE, end: endSample / RATE }));
  };

  test('closes its lips in the frames of every p, b and m, within 40 ms of the sound', () => {
    const most = Math.max(...openings);
    assert.ok(most > 800, `${most} pixels at the widest`);
    for (const { start, end } of timesOf('PP', 'pbm')) {
      const least = Math.min(...framesWithin(start - 0.04, end + 0.04));
      assert.ok(least <= 0.02 * most, `${least} of ${most} open at ${start}`);
    }
  });

  test('parts them again in the first frame after the sound', () => {
    const most = Math.max(...openings);
    for (const { end } of timesOf('PP', 'pbm').slice(0, -1)) {
      const [after = 0] = framesWithin(end + 0.5 / FPS, Number.POSITIVE_INFINITY);
      assert.ok(after > 0.1 * most, `${after} of ${most} open after ${end}`);
    }
  });

  test('opens its mouth for every vowel between them', () => {
    const most = Math.max(...openings);
    for (const { start, end } of timesOf('aa', 'ɑ'))
      assert.ok(Math.max(...framesWithin(start - 0.02, end + 0.02)) > 0.25 * most, `shut at ${start}`);
  });

  test('is at rest before and after', () => {
    assert.equal(openings[0], 0);
    assert.equal(openings.at(-1), 0);
  });

  test('lists its presenters and refuses others', async () => {
    assert.deepEqual(
      engine.presenters.map(({ id, gender }) => [id, gender]),
      [['drawn', 'female']],
    );
    const rendering = await request(folder);
    const picture = {
      ...rendering.picture,
      kind: 'presenter',
      presenterId: 'nobody',
    } as RenderRequest['picture'];
    await assert.rejects(engine.render({ ...rendering, picture }), { code: 'unknown_avatar' });
  });
});
