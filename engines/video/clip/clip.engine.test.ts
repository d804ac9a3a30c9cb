import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type MouthTrack, VISEMES } from '../../lipsync/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { createReshaper } from '../mouth/reshape-mouth.ts';
import { shapeOf } from '../mouth/viseme-shapes.ts';
import { emptyFrame, type Frame } from '../source/frame.ts';
import { probeClip } from '../source/probe-clip.ts';
import { realFaces } from '../testing/faces.ts';
import { assertLipsFollow, lipGaps, PAPA_MY_BOMB } from '../testing/lips.ts';
import { framesOf, movingPhoto, openTestMedia, soundSeconds, trackOf } from '../testing/test-media.ts';
import { SYNC_MODES, type SyncMode } from '../types.ts';
import { keepPictures } from './keep-pictures.ts';
import { mouthLocator } from './locate-mouth.ts';
import { playBothWays } from './play-both-ways.ts';
import { playForward } from './play-forward.ts';
import { renderClip } from './render-clip.ts';
import { surveyClip } from './survey-clip.ts';

const WIDE_OPEN = shapeOf(VISEMES.map((viseme) => (viseme === 'aa' ? 1 : 0)));
const SWAYING = "crop=256:256:'96+16*sin(2*PI*n/20)':10";

describe('rendering an uploaded clip', () => {
  const media = openTestMedia();
  let faces = {} as FaceNetworks;
  let clip = '';
  let tone = '';
  before(async () => {
    faces = await realFaces();
    clip = await media.make('clip.mp4', ...movingPhoto(SWAYING, 1, '30000/1001'));
    tone = await media.make('tone.wav', '-f', 'lavfi', '-i', 'sine=300:d=3');
  });

  const render = async (path: string, syncMode: SyncMode, mouth: MouthTrack, face?: number) => {
    const folder = join(media.folder(), `${syncMode}-${mouth.durationSeconds}`);
    await mkdir(folder, { recursive: true });
    const picture = { kind: 'video', path, syncMode, face } as const;
    const shares: number[] = [];
    const request = { picture, audioPath: tone, mouth, height: 720, audioKbps: 96, maxSeconds: 60, folder };
    const context = {
      signal: new AbortController().signal,
      report: (_: string, share: number) => void shares.push(share),
    };
    return {
      ...(await renderClip({ tools: media.tools(), faces, painters: media.painters() }, request, context)),
      shares,
    };
  };
  const survey = async (path: string) => {
    const source = await probeClip(media.tools(), path, { height: 720 });
    const options = { needed: Number.POSITIVE_INFINITY, maxSeconds: 60, onPicture: async () => undefined };
    return { source, ...(await surveyClip({ tools: media.tools(), faces }, source, options)) };
  };

  const lengths: Record<SyncMode, [shorter: number, longer: number]> = {
    cut_off: [15, 30],
    loop: [15, 45],
    bounce: [15, 45],
    silence: [30, 45],
    remap: [15, 45],
  };
  for (const syncMode of SYNC_MODES)
    test(`${syncMode}: picture and sound have the exact length, with a shorter and with a longer sound`, async () => {
      for (const [i, seconds] of [0.5, 1.5].entries()) {
        const video = await render(clip, syncMode, trackOf(['aa', seconds]));
        const frames = await framesOf(media, video.videoPath, video.width, video.height);
        assert.equal(frames.length, lengths[syncMode][i]);
        assert.ok(Math.abs(video.durationSeconds - frames.length / video.fps) < 1e-9);
        const sound = await soundSeconds(media, video.videoPath);
        assert.ok(Math.abs(sound - video.durationSeconds) < 1 / video.fps, `${sound} s of sound`);
        assert.ok(video.shares.every((share, at) => share >= (video.shares[at - 1] ?? 0) && share <= 1));
      }
    });

  test('lips of the rendered frames are closed within 40 ms of p, b and m, part behind them, and open for the vowels', async () => {
    const close =
      "crop=220:220:'114+8*sin(2*PI*n/30)':'25+5*sin(2*PI*n/17)',scale=440:440,rotate=0.06*sin(n/9)";
    const path = await media.make('close.mp4', ...movingPhoto(close, 2));
    const mouth = trackOf(...PAPA_MY_BOMB);
    const video = await render(path, 'cut_off', mouth);
    const frames = await framesOf(media, video.videoPath, video.width, video.height);
    assertLipsFollow(mouth, await lipGaps(faces, frames), video.fps);
  });

  test('a clip is read backwards as the same pixels as forwards', async () => {
    const source = await probeClip(media.tools(), clip, { height: 720 });
    const pictures = 30;
    const options = { folder: join(media.folder()), pictures };
    const forward = playForward(media.tools(), source);
    const kept = await keepPictures(media.folder(), source);
    const shown = Array.from({ length: pictures }, () => emptyFrame(source).bytes);
    for (const [i, picture] of shown.entries()) {
      await forward.show(i, picture);
      await kept.add(picture);
    }
    const players = [await playBothWays(media.tools(), source, options), kept.player()];
    const seen = emptyFrame(source).bytes;
    for (const player of players) {
      assert.ok(player);
      for (let i = pictures - 1; i >= 0; i -= 1) {
        await player.show(i, seen);
        assert.ok(Buffer.from(seen).equals(shown[i] as Uint8Array), `picture ${i}`);
      }
      await player.close();
    }
    await kept.close();
  });

  test('only the mouth and the jaw change: every other pixel is the clip’s, bit for bit', async () => {
    const { source, ...found } = await survey(clip);
    const mouthsIn = mouthLocator(found);
    const player = playForward(media.tools(), source);
    const reshape = createReshaper();
    const shown = emptyFrame(source);
    const target = emptyFrame(source);
    for (let i = 0; i < found.pictures; i += 5) {
      await player.show(i, shown.bytes);
      const [mouth] = mouthsIn(i);
      assert.ok(mouth, `picture ${i}`);
      target.bytes.set(shown.bytes);
      reshape(shown, target, { ...mouth, shape: WIDE_OPEN });
      const { x, y, unit } = mouth.geometry;
      const near = { left: x - unit, right: x + unit, top: y - 0.5 * unit, bottom: y + 1.2 * unit };
      const changed = changes(shown, target);
      assert.ok(changed.length > 200);
      assert.ok(
        changed.every((at) => at.x > near.left && at.x < near.right && at.y > near.top && at.y < near.bottom),
      );
    }
    await player.close();
  });

  test('frames without a face pass through untouched', async () => {
    const pattern = ['-f', 'lavfi', '-t', '0.5', '-i', 'testsrc=s=256x256:r=30000/1001'];
    const joined = ['-i', clip, ...pattern, '-filter_complex', '[1][0]concat=n=2,format=yuv420p'];
    const { faces } = await survey(await media.make('late.mp4', ...joined));
    const mouthsIn = mouthLocator({ faces });
    for (let i = 0; i < 15; i += 1) assert.deepEqual(mouthsIn(i), []);
    assert.equal(mouthsIn(15).length, 1);
  });

  test('400: a clip that shows no face is refused, with what to do', async () => {
    const path = await media.make('nobody.mp4', '-f', 'lavfi', '-i', 'testsrc=s=320x240:r=25:d=0.5');
    await assert.rejects(render(path, 'cut_off', trackOf(['aa', 0.4])), { code: 'no_face', kind: 'invalid' });
    await assert.rejects(render(clip, 'cut_off', trackOf(['aa', 0.4]), 3), { code: 'no_such_face' });
  });

  test('an abort ends it at once', async () => {
    const picture = { kind: 'video', path: clip, syncMode: 'loop' } as const;
    const mouth = trackOf(['aa', 3]);
    const request = {
      picture,
      audioPath: tone,
      mouth,
      height: 720,
      audioKbps: 96,
      maxSeconds: 60,
      folder: media.folder(),
    };
    const gone = new AbortController();
    const reason = new Error('gone');
    const report = (stage: string): void => void (stage === 'tracking' && gone.abort(reason));
    await assert.rejects(
      renderClip({ tools: media.tools(), faces, painters: media.painters() }, request, {
        signal: gone.signal,
        report,
      }),
      reason,
    );
  });
});

function changes(a: Frame, b: Frame): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = [];
  const compare = (one: Uint8Array, other: Uint8Array, width: number, scale: number): void =>
    one.forEach((value, i) => {
      if (value !== other[i]) found.push({ x: (i % width) * scale, y: Math.floor(i / width) * scale });
    });
  compare(a.luma, b.luma, a.width, 1);
  compare(a.blue, b.blue, a.width / 2, 2);
  compare(a.red, b.red, a.width / 2, 2);
  return found;
}
