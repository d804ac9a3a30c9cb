import assert from 'node:assert/strict';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFileDecoder } from '../../../../engines/ffmpeg/index.ts';
import { createLipsEngine, type LipsEngine } from '../../../../engines/lipsync/index.ts';
import { createVideoEngine, type VideoEngine } from '../../../../engines/video/index.ts';
import { modelsDir, realFaces } from '../../../../engines/video/testing/faces.ts';
import { lipGaps } from '../../../../engines/video/testing/lips.ts';
import {
  framesOf,
  movingPhoto,
  openTestMedia,
  soundSeconds,
} from '../../../../engines/video/testing/test-media.ts';
import { silentLog } from '../../../platform/log.ts';
import { makeFilm } from './make-film.ts';
import { scriptOf } from './testing/script.ts';

const SPEECH = fileURLToPath(
  new URL(
    '../../../../engines/transcription/testing/recordings/af_heart-the-train-leaves.wav',
    import.meta.url,
  ),
);
const SECONDS = 4.5;
/** The line is heard from here on. */
const SPOKEN_AT = 1;
const FPS = 25;

describe('a film with a face', () => {
  const media = openTestMedia();
  let video: VideoEngine;
  let lips: LipsEngine;
  before(async () => {
    const engine = {
      tools: media.tools(),
      presentersDir: media.folder(),
      modelsDir,
      processes: 1,
      log: silentLog,
    };
    video = await createVideoEngine(engine);
    lips = createLipsEngine({ log: silentLog });
  });
  after(async () => {
    await video.close();
    await lips.close();
  });

  test('lips follow the new speech alone and rest where nobody speaks, although the picture starts late', async () => {
    const close = "crop=220:220:'114+8*sin(2*PI*n/30)':'25+5*sin(2*PI*n/17)',scale=320:320";
    const face = await media.make('face.mp4', ...movingPhoto(close, SECONDS - 0.5));
    const music = ['-f', 'lavfi', '-i', `sine=220:d=${SECONDS}`];
    const filmPath = await media.make('film.mp4', ...music, '-itsoffset', '0.5', '-i', face, '-c:v', 'copy');
    const moved = `adelay=${SPOKEN_AT * 1_000},apad,atrim=end=${SECONDS}`;
    const voicesPath = await media.make('voices.wav', '-i', SPEECH, '-af', moved, '-ac', '1', '-ar', '24000');
    const mix = ['-filter_complex', 'amix=normalize=0', '-ac', '2', '-ar', '48000'];
    const mixedPath = await media.make('mixed.wav', '-i', voicesPath, ...music, ...mix);
    const folder = await mkdtemp(join(media.folder(), 'film-'));
    const shares: number[] = [];
    const clip = { key: '', offset: 0, length: 0, rate: 1, fit: 'as_spoken' } as const;
    const spoken = { ...clip, start: SPOKEN_AT, end: 3.5 };
    const film = await makeFilm(
      { tools: media.tools(), video, lips, decodeToFile: createFileDecoder(media.tools()) },
      {
        filmPath,
        hasVideo: true,
        contentType: 'video/mp4',
        mixedPath,
        voicesPath,
        script: scriptOf({ start: SPOKEN_AT, end: 3.5, spoken }),
        target: 'en',
        marks: [],
        seconds: SECONDS,
        lipSync: true,
        syncMode: 'cut_off',
        lipsyncModel: 'vox-lips',
        height: 240,
        audioKbps: 128,
        maxSeconds: 60,
        folder,
      },
      { signal: new AbortController().signal, onProgress: (share) => shares.push(share) },
    );
    assert.deepEqual(film.lips, { seen: 1, speakers: ['a'] });
    assert.ok(Math.abs(film.renderedSeconds - SECONDS) <= 1 / FPS);
    assert.deepEqual([film.width, film.height], [240, 240]);
    assert.deepEqual((await readdir(folder)).sort(), ['captions.vtt', 'dub.mp4', 'thumbnail.jpg']);
    assert.ok(shares.every((share, i) => share >= (shares[i - 1] ?? 0)) && shares.at(-1) === 1);
    const { path } = film.output;
    assert.ok(Math.abs((await soundSeconds(media, path)) - SECONDS) <= 1 / FPS);
    const english = await media.read('-i', path, '-map', '0:s:m:language:eng', '-f', 'srt');
    assert.match(english.toString(), /00:00:01,000 --> .*\nHello\./u);
    const frames = await framesOf(media, path, 240, 240);
    assert.ok(Math.abs(frames.length - SECONDS * FPS) <= 1);
    const gaps = await lipGaps(await realFaces(), frames);
    const spread = (from: number, to: number): number => {
      const part = gaps.slice(from * FPS, to * FPS);
      return Math.max(...part) - Math.min(...part);
    };
    const before = spread(0, 0.9);
    const during = spread(1, 3);
    const after = spread(4, SECONDS);
    assert.ok(during > 0.06 && before < during / 3 && after < during / 3, `${before}, ${during}, ${after}`);
  });
});
