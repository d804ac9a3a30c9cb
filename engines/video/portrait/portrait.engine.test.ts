import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { realFaces } from '../testing/faces.ts';
import { assertLipsFollow, lipGaps, PAPA_MY_BOMB } from '../testing/lips.ts';
import { framesOf, openTestMedia, PHOTO, soundSeconds, trackOf } from '../testing/test-media.ts';
import { renderPortrait } from './render-portrait.ts';
import { createStillAhead } from './still-ahead.ts';

const FPS = 25;
const SPOKEN = trackOf(...PAPA_MY_BOMB);

describe('rendering a portrait', () => {
  const media = openTestMedia();
  let faces = {} as FaceNetworks;
  let tone = '';
  before(async () => {
    faces = await realFaces();
    tone = await media.make('tone.wav', '-f', 'lavfi', '-i', 'sine=300:d=2');
  });
  const render = (path: string) => {
    const picture = { kind: 'image', path } as const;
    const request = { picture, audioPath: tone, mouth: SPOKEN, height: 720 };
    const output = { audioKbps: 96, maxSeconds: 60, folder: media.folder() };
    const context = { signal: new AbortController().signal, report: () => undefined };
    const stillAhead = createStillAhead(media.tools(), async () => faces);
    const engines = { tools: media.tools(), stillAhead, painters: media.painters() };
    return renderPortrait(engines, { ...request, ...output }, context);
  };

  test('lips of the rendered frames are closed within 40 ms of p, b and m, part behind them, and open for the vowels', async () => {
    const close = await media.make('close.png', '-i', PHOTO, '-vf', 'crop=200:200:124:30,scale=400:400');
    const video = await render(close);
    const frames = await framesOf(media, video.videoPath, video.width, video.height);
    assert.equal(frames.length, Math.ceil(SPOKEN.durationSeconds * FPS - 1e-6));
    assert.ok(Math.abs((await soundSeconds(media, video.videoPath)) - video.durationSeconds) < 1 / FPS);
    assertLipsFollow(SPOKEN, await lipGaps(faces, frames), FPS);
  });

  test('what was prepared serves one film: a file that has its name later is read again', async () => {
    const stillAhead = createStillAhead(media.tools(), async () => faces);
    const path = await media.make('first.png', '-i', PHOTO, '-vf', 'crop=200:200:124:30');
    const wanted = {
      picture: { kind: 'image', path } as const,
      height: 720,
      signal: new AbortController().signal,
    };
    const prepared = await stillAhead.prepare(wanted);
    assert.equal(await stillAhead.take({ ...wanted }), prepared);
    await media.make('first.png', '-i', PHOTO, '-vf', 'crop=200:240:124:10');
    assert.equal((await stillAhead.take(wanted)).still.height, 240);
  });

  test('400: a still that shows no face is refused, with what to do', async () => {
    const path = await media.make('nobody.png', '-f', 'lavfi', '-i', 'testsrc=s=320x240', '-frames:v', '1');
    await assert.rejects(render(path), { code: 'no_face', kind: 'invalid' });
  });
});
