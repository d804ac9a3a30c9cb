import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Turn } from '../types.ts';
import { chooseSpeakers, mostFaces } from './choose-speakers.ts';
import { CONTOURS, KEPT, PLACES } from './places.ts';
import type { FaceTrack } from './track-faces.ts';

const FPS = 25;
const LOWER_LIP = CONTOURS.lowerLipInner[5] as number;

type Seen = { x: number; scene?: number; from?: number; to: number };

/** A face whose mouth opens and closes within the given spans, in seconds, and stands still elsewhere. */
function face({ x, scene = 0, from = 0, to }: Seen, ...speaks: [from: number, to: number][]): FaceTrack {
  const points = Array.from({ length: Math.round((to - from) * FPS) }, (_, i) => {
    const at = from + i / FPS;
    const own = new Float32Array(KEPT.length * 3);
    for (const place of KEPT.keys()) own.set([x, 100, 0], place * 3);
    own.set([x - 50, 80, 0], PLACES.eyeOuterRight * 3);
    own.set([x + 50, 80, 0], PLACES.eyeOuterLeft * 3);
    const isOpen = speaks.some(([begin, end]) => at >= begin && at < end) && i % 6 < 3;
    own.set([x, isOpen ? 115 : 100.3, 0], LOWER_LIP * 3);
    return own;
  });
  return { scene, first: Math.round(from * FPS), points, fromCut: true, toCut: true };
}

const turn = (speaker: string, start: number, end: number, saidEnd = end): Turn => ({
  speaker,
  heard: { start, end },
  said: { start, end: saidEnd },
});

describe('whose face moves', () => {
  const ana = turn('ana', 0.5, 2, 1.5);
  const ben = turn('ben', 2.5, 4);

  test('of two people side by side each one in their own lines, and nobody while the other speaks', () => {
    const left = face({ x: 100, to: 5 }, [2.5, 4]);
    const right = face({ x: 400, to: 5 }, [0.5, 2]);
    const chosen = chooseSpeakers([left, right], [ana, ben], FPS);
    assert.deepEqual(
      chosen.map(({ track, speakers }) => [track, speakers]),
      [
        [left, ['ben']],
        [right, ['ana']],
      ],
    );
    // Ana's new line is shorter: her mouth is closed until the end of the old one.
    assert.deepEqual(chosen[1]?.turns, { moved: [{ from: 9, to: 50 }], said: [{ from: 9, to: 41 }] });
    assert.equal(mostFaces([left, right]), 2);
  });

  test('not the largest one, if another one speaks', () => {
    const still = face({ x: 100, to: 3 });
    const speaking = face({ x: 400, to: 3 }, [0.5, 2]);
    const chosen = chooseSpeakers([still, speaking], [ana], FPS);
    assert.deepEqual(
      chosen.map(({ track }) => track),
      [speaking],
    );
  });

  test('a listener who is shown while somebody out of sight speaks is left alone', () => {
    const speaks = face({ x: 200, to: 2.2 }, [0.5, 2]);
    const listens = face({ x: 200, scene: 1, from: 2.2, to: 5 });
    const chosen = chooseSpeakers([speaks, listens], [ana, ben], FPS);
    assert.deepEqual(
      chosen.map(({ track }) => track),
      [speaks],
    );
  });

  test('a single face with a single speaker is moved from beginning to end', () => {
    const only = face({ x: 200, to: 3 }, [0.5, 2]);
    assert.deepEqual(chooseSpeakers([only], [ana], FPS), [{ track: only, turns: null, speakers: ['ana'] }]);
  });

  test('400: no face', () => {
    assert.throws(() => chooseSpeakers([], [ana], FPS), { code: 'no_face' });
    const early = face({ x: 200, to: 0.4 });
    assert.throws(() => chooseSpeakers([early], [ana, ben], FPS), { code: 'no_face' });
  });
});
