import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Viseme } from '../../lipsync/index.ts';
import { squareAround } from '../face/find-landmarks.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { mouthGeometry } from '../mouth/mouth-geometry.ts';
import type { Frame } from '../source/frame.ts';
import { readImage } from '../source/read-image.ts';
import { realFaces } from '../testing/faces.ts';
import { framesOf, openStudio, PHOTO, soundSeconds, trackOf } from '../testing/films.ts';
import { findPortrait } from './find-portrait.ts';
import { renderPortrait } from './render-portrait.ts';

const FPS = 25;
/** "Papa, my bomb": each closure between open vowels. */
const SPOKEN: [Viseme, number][] = [
  ['sil', 0.2],
  ['PP', 0.09],
  ['aa', 0.2],
  ['PP', 0.08],
  ['aa', 0.24],
  ['PP', 0.1],
  ['aa', 0.2],
  ['PP', 0.08],
  ['oh', 0.2],
  ['PP', 0.09],
  ['sil', 0.2],
];

describe('rendering a portrait', () => {
  const studio = openStudio();
  let [faces, tone] = [{} as FaceNetworks, ''];
  before(async () => {
    faces = await realFaces();
    tone = await studio.make('tone.wav', '-f', 'lavfi', '-i', 'sine=300:d=2');
  });
  const render = (path: string) => {
    const mouth = trackOf(...SPOKEN);
    const request = { picture: { kind: 'image', path } as const, audioPath: tone, mouth, height: 720 };
    const output = { audioKbps: 96, folder: studio.folder() };
    const context = { signal: new AbortController().signal, report: () => undefined };
    return renderPortrait(
      { tools: studio.tools(), faces, painters: studio.painters() },
      { ...request, ...output },
      context,
    );
  };

  test('lips of the rendered frames are closed within 40 ms of p, b and m, and open for the vowels', async () => {
    const close = await studio.make('close.png', '-i', PHOTO, '-vf', 'crop=200:200:124:30,scale=400:400');
    const film = await render(close);
    const frames = await framesOf(studio, film.videoPath, film.width, film.height);
    assert.equal(frames.length, Math.ceil(trackOf(...SPOKEN).durationSeconds * FPS - 1e-6));
    assert.ok(Math.abs((await soundSeconds(studio, film.videoPath)) - film.durationSeconds) < 1 / FPS);
    const source = await readImage(studio.tools(), close, { height: 720 });
    const { points } = await findPortrait(faces, source, undefined);
    const gaps: number[] = [];
    for (const frame of frames) gaps.push(await gapIn(frame, points));
    const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
    const share = (frame: number): number => ((gaps[frame] ?? most) - least) / (most - least);
    for (const { viseme, startSeconds, endSeconds } of trackOf(...SPOKEN).cues) {
      const middle = (startSeconds + endSeconds) / 2;
      const near = gaps.flatMap((_, i) => (Math.abs((i + 0.5) / FPS - middle) <= 0.04 ? [share(i)] : []));
      if (viseme === 'PP') assert.ok(Math.min(...near) < 0.25, `closed at ${middle} s: ${near}`);
      if (viseme === 'aa') assert.ok(Math.max(...near) > 0.6, `open at ${middle} s: ${near}`);
    }
    assert.ok(most - least > 0.06, `${least} to ${most}`);
  });

  const gapIn = async (frame: Frame, points: Float32Array): Promise<number> => {
    const seen = await faces.findLandmarks(frame, squareAround(points));
    const { contours, first, unit } = mouthGeometry(seen.points);
    return ((contours.lowerLipInner[-first] ?? 0) - (contours.upperLipInner[-first] ?? 0)) / unit;
  };

  test('400: a still that shows no face is refused, with what to do', async () => {
    const path = await studio.make('nobody.png', '-f', 'lavfi', '-i', 'testsrc=s=320x240', '-frames:v', '1');
    await assert.rejects(render(path), { code: 'no_face', kind: 'invalid' });
  });
});
