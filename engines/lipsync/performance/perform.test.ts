import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MouthTrack, VisemeCue } from '../types.ts';
import { type FaceMoment, performanceOf, stillFace } from './perform.ts';

const FRAME_SECONDS = 0.04;

/** Syllables of 200 ms, every fourth stressed, with a pause of half a second after each ten. */
function chatter(seconds: number, first: VisemeCue['viseme'] = 'aa'): MouthTrack {
  const cues: VisemeCue[] = [];
  for (let at = 0, n = 0; at < seconds; n += 1) {
    const pause = n % 11 === 10;
    const endSeconds = Math.min(seconds, at + (pause ? 0.5 : 0.2));
    const viseme = pause ? 'sil' : n === 0 ? first : 'aa';
    cues.push({ viseme, startSeconds: at, endSeconds, stress: n % 4 === 1 ? 1 : 0.3 });
    at = endSeconds;
  }
  return { durationSeconds: seconds, cues, loudness: new Float32Array(seconds * 100).fill(0.9) };
}

function moments(track: MouthTrack): FaceMoment[] {
  const { momentAt } = performanceOf(track);
  return Array.from({ length: Math.floor(track.durationSeconds / FRAME_SECONDS) }, (_, i) =>
    momentAt(i * FRAME_SECONDS, stillFace()),
  );
}

test('the same track gives the same performance, another one another', () => {
  assert.deepEqual(moments(chatter(20)), moments(chatter(20)));
  assert.notDeepEqual(moments(chatter(20)), moments(chatter(20, 'oh')));
});

test('blinks shut the eyes for a moment, every few seconds, never in step', () => {
  const lids = moments(chatter(120)).map((moment) => moment.lids);
  const shutAt = lids.flatMap((lid, i) =>
    lid > 0.8 && (lids[i - 1] ?? 0) <= 0.8 ? [i * FRAME_SECONDS] : [],
  );
  assert.ok(shutAt.length >= 20 && shutAt.length <= 50, `${shutAt.length} in two minutes`);
  const gaps = shutAt.slice(1).map((seconds, i) => seconds - (shutAt[i] ?? 0));
  assert.ok(Math.max(...gaps) - Math.min(...gaps) > 1);
  assert.ok(Math.max(...gaps) < 7);
  assert.ok(lids.filter((lid) => lid > 0.5).length / lids.length < 0.1);
});

test('every blink shows lids half-way, shut and half-way again', () => {
  const lids = moments(chatter(120)).map((moment) => moment.lids);
  const half = (lid: number | undefined): boolean => lid !== undefined && lid > 0.2 && lid < 0.8;
  for (const [i, lid] of lids.entries()) {
    const shut = lid >= 0.8;
    if (shut && (lids[i - 1] ?? 0) < 0.8) {
      assert.ok(half(lids[i - 1]), `${lids[i - 1]} before ${lid} in frame ${i}`);
      assert.ok(Math.max(lid, lids[i + 1] ?? 0) > 0.9, `${lid} in frame ${i}`);
    }
    if (shut && (lids[i + 1] ?? 0) < 0.8) assert.ok(half(lids[i + 1]), `${lids[i + 1]} after frame ${i}`);
  }
});

test('eyes rest on the viewer most of the time', () => {
  const far = moments(chatter(120)).filter(({ gaze }) => Math.hypot(gaze.x, gaze.y) > 0.2);
  assert.ok(far.length > 0 && far.length < 0.2 * 3_000, `${far.length} frames`);
});

test('brows rise now and then, with what is stressed', () => {
  const raised = moments(chatter(60)).filter(({ brows }) => brows > 0.5).length / 1_500;
  assert.ok(raised > 0.02 && raised < 0.4, `${raised}`);
  const flat = chatter(60);
  for (const cue of flat.cues) cue.stress = 0.2;
  assert.ok(moments(flat).every(({ brows }) => brows < 0.1));
});

test('the head is never still and never jerks', () => {
  const heads = moments(chatter(60)).map(({ head }) => head);
  for (const [i, head] of heads.entries()) {
    const next = heads[i + 1];
    if (!next) break;
    assert.ok(Math.abs(next.x - head.x) < 0.003 && Math.abs(next.y - head.y) < 0.008);
    assert.ok(Math.abs(next.tiltDegrees - head.tiltDegrees) < 0.25 && Math.abs(head.tiltDegrees) < 1.6);
    assert.ok(Math.abs(head.x) < 0.025 && Math.abs(head.y) < 0.035 && Math.abs(head.scale - 1) < 0.015);
  }
  assert.ok(new Set(heads.map(({ x }) => x)).size > 1_000);
});
