import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { stillFace } from '../../lipsync/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { shapeOf } from '../mouth/viseme-shapes.ts';
import { emptyFrame, type Frame } from '../source/frame.ts';
import { pastePart } from '../source/frame-part.ts';
import { readImage } from '../source/read-image.ts';
import { realFaces } from '../testing/faces.ts';
import { assertLipsFollow, lipGaps, PAPA_MY_BOMB } from '../testing/lips.ts';
import { framesOf, openTestMedia, PHOTO, soundSeconds, trackOf } from '../testing/test-media.ts';
import { animatePortrait } from './animate-portrait.ts';
import { findPortrait } from './find-portrait.ts';
import { cutPortrait, movingPart } from './moving-part.ts';
import { renderPortrait } from './render-portrait.ts';

const FPS = 25;
const SPOKEN = trackOf(...PAPA_MY_BOMB);

describe('rendering a portrait', () => {
  const media = openTestMedia();
  let [faces, tone] = [{} as FaceNetworks, ''];
  before(async () => {
    faces = await realFaces();
    tone = await media.make('tone.wav', '-f', 'lavfi', '-i', 'sine=300:d=2');
  });
  const render = (path: string) => {
    const picture = { kind: 'image', path } as const;
    const request = { picture, audioPath: tone, mouth: SPOKEN, height: 720 };
    const output = { audioKbps: 96, maxSeconds: 60, folder: media.folder() };
    const context = { signal: new AbortController().signal, report: () => undefined };
    return renderPortrait(
      { tools: media.tools(), faces, painters: media.painters() },
      { ...request, ...output },
      context,
    );
  };

  test('lips of the rendered frames are closed within 40 ms of p, b and m, part behind them, and open for the vowels', async () => {
    const close = await media.make('close.png', '-i', PHOTO, '-vf', 'crop=200:200:124:30,scale=400:400');
    const video = await render(close);
    const frames = await framesOf(media, video.videoPath, video.width, video.height);
    assert.equal(frames.length, Math.ceil(SPOKEN.durationSeconds * FPS - 1e-6));
    assert.ok(Math.abs((await soundSeconds(media, video.videoPath)) - video.durationSeconds) < 1 / FPS);
    assertLipsFollow(SPOKEN, await lipGaps(faces, frames), FPS);
  });

  test('the moving part alone has the pixels that it has in the whole picture, and nothing else moves', async () => {
    const signal = new AbortController().signal;
    const small = await media.make('small.png', '-i', PHOTO, '-vf', 'pad=1.5*iw:1.3*ih:iw/4:ih/8:gray');
    const still = await readImage(media.tools(), small, { height: 720, signal });
    const portrait = await findPortrait(faces, still, undefined);
    const part = movingPart(still, portrait);
    assert.ok(part.width < still.width && part.height < still.height, JSON.stringify(part));
    const cut = cutPortrait(still, portrait, part);
    const moment = { ...stillFace(), lids: 0.7, head: { x: 0.03, y: -0.03, tiltDegrees: 2, scale: 1.02 } };
    const shape = shapeOf(Array.from({ length: 15 }, (_, viseme) => Number(viseme === 10)));
    const draw = (frame: Frame, of: typeof portrait): Frame => {
      const target = emptyFrame(frame);
      animatePortrait(frame, of)(target, shape, moment);
      return target;
    };
    const whole = draw(still, portrait);
    const pasted = still.bytes.slice();
    pastePart(pasted, still, part, draw(cut.still, cut.portrait).bytes);
    assert.notDeepEqual(whole.bytes, still.bytes);
    // Positions are rounded otherwise at another place, so a few pixels come from the next 128th.
    const off = whole.bytes.map((value, i) => Math.abs(value - (pasted[i] as number)));
    assert.ok(Math.max(...new Set(off)) <= 3, `${Math.max(...new Set(off))}`);
    assert.ok(off.filter((value) => value > 0).length < off.length / 1_000);
  });

  test('400: a still that shows no face is refused, with what to do', async () => {
    const path = await media.make('nobody.png', '-f', 'lavfi', '-i', 'testsrc=s=320x240', '-frames:v', '1');
    await assert.rejects(render(path), { code: 'no_face', kind: 'invalid' });
  });
});
