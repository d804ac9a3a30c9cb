/**
 * Follows up to four faces through a clip. Each look costs a run of the landmark network for every face, so every
 * second frame is skipped while all mouths rest, and always above 31 frames per second. When a mouth moves, the skipped
 * frame before is looked at after all, and then every frame until the mouth rests again. The detector runs only at
 * cuts, when a face is lost, every 0.2 s while there is none, and every 2 s for newcomers, who may thus be found late.
 * A cut ends all tracks.
 */

import { emptyFrame, type Frame } from '../source/frame.ts';
import { createCutDetector } from './detect-cuts.ts';
import { overlap } from './detect-faces.ts';
import type { FaceNetworks } from './load-face-networks.ts';
import { hasMoved } from './mouth-opening.ts';
import { squareAround } from './square-around.ts';

/** One face within one scene, from the frame where it was found to the one where it was lost. */
export type FaceTrack = {
  scene: number;
  first: number;
  /** Landmarks of each frame; null where the frame was skipped. The first and the last are never null. */
  points: (Float32Array | null)[];
  /** Whether the track starts or ends at a cut. Nothing needs to fade there. */
  fromCut: boolean;
  toCut: boolean;
};

export type FaceTracker = {
  /** Processes the next frame. Returns the faces in it, or none where the frame is skipped. */
  add(frame: Frame): Promise<{ track: FaceTrack; points: Float32Array }[]>;
  end(): Promise<FaceTrack[]>;
};

const LEAST_PRESENCE = 0.5;
const MOST_FACES = 4;
const SAME_FACE = 0.3;
/** Search interval while there is no face, and for further faces. */
const SEARCH_SECONDS = 0.2;
const NEWCOMER_SECONDS = 2;
/** Every second frame is enough above the first rate, since lips need 60 ms to close, and for a mouth that rests. */
const STRIDE = 2;
const DENSE_RATE = 31;
/** A mouth rests when it has not moved for this long. */
const RESTING_SECONDS = 0.3;

export function createFaceTracker(
  { detectFaces, findLandmarks }: FaceNetworks,
  perSecond: number,
): FaceTracker {
  const isCut = createCutDetector();
  const tracks = createTracks(findLandmarks);
  let frameIndex = 0;
  let scene = 0;
  let nextSearch = 0;
  let restless = 0;
  let skipped: Frame | null = null;

  const search = async (frame: Frame, atCut: boolean): Promise<void> => {
    const known = tracks.live().map((track) => squareAround(track.points.at(-1) as Float32Array));
    for (const { square } of await detectFaces(frame)) {
      if (tracks.live().length >= MOST_FACES || known.some((one) => overlap(one, square) > SAME_FACE))
        continue;
      const rough = await findLandmarks(frame, square);
      if (rough.presence < LEAST_PRESENCE) continue;
      const { points } = await findLandmarks(frame, squareAround(rough.points));
      const track = { scene, first: frameIndex, points: [points], fromCut: atCut, toCut: false };
      tracks.begin(track);
    }
    const pause = tracks.live().length === 0 ? SEARCH_SECONDS : NEWCOMER_SECONDS;
    nextSearch = frameIndex + Math.max(1, Math.round((pause * perSecond) / STRIDE) * STRIDE);
  };

  /** Looks at every frame while a mouth moves. */
  const watch = async (): Promise<void> => {
    const isMoving = tracks.live().some(({ points }) => {
      const before = points.at(-2) ?? points.at(-1 - STRIDE);
      return before && hasMoved(before, points.at(-1) as Float32Array);
    });
    if (!isMoving || perSecond > DENSE_RATE) return;
    restless = frameIndex + Math.round(RESTING_SECONDS * perSecond);
    await tracks.lookBack(skipped, frameIndex);
  };

  const skip = (frame: Frame): void => {
    skipped ??= emptyFrame(frame);
    skipped.bytes.set(frame.bytes);
    for (const track of tracks.live()) track.points.push(null);
  };

  return {
    async add(frame) {
      const atCut = isCut(frame) || frameIndex === 0;
      if (atCut && frameIndex > 0) {
        await tracks.lookBack(skipped, frameIndex);
        tracks.loseAll();
        scene += 1;
      }
      const looks = atCut || frameIndex % STRIDE === 0 || frameIndex < restless;
      if (looks) {
        if (await tracks.follow(frame)) nextSearch = frameIndex;
        await watch();
        if (atCut || frameIndex >= nextSearch) await search(frame, atCut);
      } else skip(frame);
      frameIndex += 1;
      return looks
        ? tracks.live().map((track) => ({ track, points: track.points.at(-1) as Float32Array }))
        : [];
    },
    async end() {
      await tracks.lookBack(skipped, frameIndex);
      tracks.loseAll();
      return tracks.all();
    },
  };
}

/** The tracks so far. The live ones are followed from frame to frame. */
function createTracks(findLandmarks: FaceNetworks['findLandmarks']) {
  const all: FaceTrack[] = [];
  let live: FaceTrack[] = [];

  function lose(lost: FaceTrack[], toCut: boolean): void {
    for (const track of lost) {
      while (track.points.at(-1) === null) track.points.pop();
      track.toCut = toCut;
    }
    live = live.filter((track) => !lost.includes(track));
  }

  return {
    all: () => all,
    live: () => live,
    begin(track: FaceTrack): void {
      all.push(track);
      live.push(track);
    },
    loseAll: () => lose(live, true),
    /** Returns whether a face was lost. */
    async follow(frame: Frame): Promise<boolean> {
      const lost: FaceTrack[] = [];
      for (const track of live) {
        const last = track.points.findLast((points) => points !== null) as Float32Array;
        const { points, presence } = await findLandmarks(frame, squareAround(last));
        if (presence < LEAST_PRESENCE) lost.push(track);
        else track.points.push(points);
      }
      lose(lost, false);
      return lost.length > 0;
    },
    /** Looks at the frame before, if it was skipped. */
    async lookBack(skipped: Frame | null, frameIndex: number): Promise<void> {
      for (const { first, points } of live) {
        const place = frameIndex - 1 - first;
        if (!skipped || points[place] !== null) continue;
        const near = points[place + 1] ?? points[place - 1];
        const found = await findLandmarks(skipped, squareAround(near as Float32Array));
        if (found.presence >= LEAST_PRESENCE) points[place] = found.points;
      }
    },
  };
}
