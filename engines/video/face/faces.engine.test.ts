import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openClip } from '../source/open-clip.ts';
import { probeClip } from '../source/probe-clip.ts';
import { readImage } from '../source/read-image.ts';
import { realFaces } from '../testing/faces.ts';
import { movingPhoto, openTestMedia, PHOTO } from '../testing/test-media.ts';
import { chooseFace } from './choose-face.ts';
import type { FaceNetworks } from './load-face-networks.ts';
import { CONTOURS, PLACES } from './places.ts';
import { smoothTrack } from './smooth-track.ts';
import { squareAround } from './square-around.ts';
import { createFaceTracker, type FaceTrack } from './track-faces.ts';

const NOSE = { x: 221, y: 133 };

describe('finding and tracking faces', () => {
  const media = openTestMedia();
  let faces: FaceNetworks;
  before(async () => {
    faces = await realFaces();
  });
  const still = async (name: string, filters: string) =>
    readImage(media.tools(), await media.make(name, '-i', PHOTO, '-vf', filters), { height: 1080 });
  const tracksIn = async (path: string): Promise<FaceTrack[]> => {
    const clip = await probeClip(media.tools(), path, { height: 720 });
    const open = openClip(media.tools(), clip);
    const tracker = createFaceTracker(faces, clip.frameRate.frames / clip.frameRate.seconds);
    for (let frame = await open.next(); frame; frame = await open.next()) await tracker.add(frame);
    return tracker.end();
  };
  const place = (points: Float32Array, of: number) => ({
    x: points[of * 3] ?? 0,
    y: points[of * 3 + 1] ?? 0,
  });

  test('the landmarks lie on the face, upright and turned by 35 degrees', async () => {
    for (const degrees of [0, 35, -35]) {
      const frame = await still('turned.png', `rotate=${degrees}*PI/180`);
      const [found] = await faces.detectFaces(frame);
      assert.ok(found, `${degrees} degrees`);
      const rough = await faces.findLandmarks(frame, found.square);
      const { points, presence } = await faces.findLandmarks(frame, squareAround(rough.points));
      assert.ok(presence > 0.9);
      const angle = (degrees * Math.PI) / 180;
      const dx = NOSE.x - 256;
      const dy = NOSE.y - 256;
      const nose = {
        x: 256 + dx * Math.cos(angle) - dy * Math.sin(angle),
        y: 256 + dx * Math.sin(angle) + dy * Math.cos(angle),
      };
      const seen = place(points, PLACES.noseBase);
      assert.ok(
        Math.hypot(seen.x - nose.x, seen.y - nose.y) < 4,
        `${degrees}: ${JSON.stringify([seen, nose])}`,
      );
    }
  });

  test('a face that is small in a wide picture is found, and none in a pattern', async () => {
    const small = await still('small.png', 'scale=260:260,pad=1280:360:900:60:gray');
    assert.equal((await faces.detectFaces(small)).length, 1);
    const pattern = await media.make(
      'pattern.png',
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=640x360',
      '-frames:v',
      '1',
    );
    const nobody = await readImage(media.tools(), pattern, { height: 720 });
    assert.deepEqual(await faces.detectFaces(nobody), []);
  });

  test('landmarks follow a moving head without lagging behind', async () => {
    const motion = "crop=300:300:'74+30*sin(2*PI*n/25)':20";
    const [track, ...others] = await tracksIn(await media.make('sway.mp4', ...movingPhoto(motion, 1)));
    assert.ok(track && others.length === 0);
    assert.equal(track.points.length, 25);
    smoothTrack(track).forEach((points, n) => {
      const expected = NOSE.x - 74 - Math.round(30 * Math.sin((2 * Math.PI * n) / 25));
      // A frame late would be 8 pixels behind at the fastest.
      assert.ok(Math.abs(place(points, PLACES.noseBase).x - expected) < 4, `frame ${n}`);
    });
  });

  test('scenes are kept apart, and frames without a face have no track', async () => {
    const motion = movingPhoto('crop=300:300:74:0', 0.6);
    const face = await media.make('face.mp4', ...motion);
    const mirrored = await media.make('mirrored.mp4', ...movingPhoto('hflip,scale=300:300', 0.6));
    const pattern = ['-f', 'lavfi', '-t', '0.4', '-i', 'testsrc=s=300x300:r=25'];
    const joined = ['-i', face, ...pattern, '-i', mirrored];
    const path = await media.make(
      'scenes.mp4',
      ...joined,
      '-filter_complex',
      '[0][1][2]concat=n=3,format=yuv420p',
    );
    const tracks = await tracksIn(path);
    assert.deepEqual(
      tracks.map(({ first, points, fromCut, toCut }) => [first, points.length, fromCut, toCut]),
      [
        [0, 15, true, true],
        [25, 15, true, true],
      ],
    );
  });

  test('the largest of several faces speaks, or the requested one, counted from the left', async () => {
    const two = 'split[a][b];[b]hflip,scale=360:360,pad=360:512:0:76[c];[c][a]hstack,scale=654:384';
    const tracks = await tracksIn(await media.make('two.mp4', ...movingPhoto(two, 0.4)));
    assert.equal(tracks.length, 2);
    const speaker = (face?: number): number => {
      const [track] = chooseFace(tracks, face);
      return place(track?.points[0] as Float32Array, CONTOURS.jaw[8] ?? 0).x;
    };
    assert.ok(speaker() > 300 && speaker(1) > 300 && speaker(0) < 300);
    assert.throws(() => chooseFace(tracks, 2), { code: 'no_such_face' });
  });
});
