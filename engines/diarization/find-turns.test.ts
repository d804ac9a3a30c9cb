import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SpeechPrints, STEP_SECONDS } from '../speaker-embedding/index.ts';
import type { Span } from '../voice-activity/index.ts';
import { clustersOf, likeness } from './cluster.ts';
import { findTurns } from './find-turns.ts';
import { withPitch } from './pitch.ts';
import { smoothest } from './smooth.ts';

type Utterance = { voice: number; seconds: number };

/** Orthogonal voices; the print of a mix lies between them. */
function scene(utterances: readonly Utterance[], voices = 4): SpeechPrints {
  const owner = utterances.flatMap(({ voice, seconds }) =>
    Array<number>(Math.round(seconds / STEP_SECONDS)).fill(voice),
  );
  return {
    steps: owner.length,
    print(stretches) {
      const print = new Float32Array(voices);
      for (const { first, end } of stretches)
        for (const voice of owner.slice(first, end)) print[voice] = (print[voice] ?? 0) + 1;
      const length = Math.hypot(...print);
      return print.map((value) => value / length);
    },
  };
}

/** Each is followed by a pause. */
function spansOf(utterances: readonly Utterance[]): Span[] {
  let at = 1;
  return utterances.map(({ seconds }) => {
    const span = { start: at, end: at + seconds };
    at = span.end + 0.5;
    return span;
  });
}
const A = (seconds: number): Utterance => ({ voice: 0, seconds });
const B = (seconds: number): Utterance => ({ voice: 1, seconds });
const C = (seconds: number): Utterance => ({ voice: 2, seconds });
const turnsOf = (utterances: Utterance[], maxSpeakers = 8) =>
  findTurns(scene(utterances), spansOf(utterances), { maxSpeakers });

test('turns are separated by voice, short ones too', () => {
  const utterances = [A(3), B(2), A(0.5), B(0.75), C(4), A(2)];
  const turns = turnsOf(utterances);
  const [a, b, , , c] = turns.map(({ speaker }) => speaker);
  assert.equal(new Set([a, b, c]).size, 3);
  assert.deepEqual(
    turns.map(({ speaker }) => speaker),
    [a, b, a, b, c, a],
  );
  assert.deepEqual(
    turns.map(({ start, end }) => ({ start, end })),
    spansOf(utterances),
  );
});

test('a change without a pause is located to a quarter of a second', () => {
  const utterances = [A(3), B(3)];
  const turns = findTurns(scene(utterances), [{ start: 2, end: 8 }], { maxSpeakers: 8 });
  assert.equal(turns.length, 2);
  assert.ok(Math.abs((turns[0]?.end ?? 0) - 5) <= 0.25);
  assert.equal(turns[0]?.end, turns[1]?.start);
});

test('one voice is one speaker, and someone who hardly speaks is not counted', () => {
  for (const utterances of [[A(4), A(0.5), A(3)], [A(4), B(0.6), A(3)], [A(0.4)]])
    assert.equal(new Set(turnsOf(utterances).map(({ speaker }) => speaker)).size, 1);
  assert.deepEqual(findTurns(scene([]), [], { maxSpeakers: 8 }), []);
});

test('one person in two manners is one speaker: all of it is more alike than its parts', () => {
  // Each sentence has a colour of its own, which the print of many sentences averages out.
  const sentences = Array.from({ length: 16 }, (_, i) => i);
  const print: SpeechPrints['print'] = (stretches) => {
    const sum = new Float32Array(19);
    for (const { first, end } of stretches)
      for (let step = first; step < end; step += 1) {
        const sentence = Math.floor((step * STEP_SECONDS) / 3);
        for (const [place, value] of [
          [0, 0.72],
          [1 + (sentence % 2), 0.2],
          [3 + sentence, 0.66],
        ] as const)
          sum[place] = (sum[place] as number) + value;
      }
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  };
  const voices = { steps: Math.round((16 * 3) / STEP_SECONDS), print };
  const speech = spansOf(sentences.map(() => A(3)));
  const turns = findTurns(voices, speech, { maxSpeakers: 8 });
  assert.deepEqual([...new Set(turns.map(({ speaker }) => speaker))], [0]);
});

test('voices that are taken for one are divided where there are said to be more', () => {
  // Two voices with much in common, and a third that has little.
  const alike = (utterances: readonly Utterance[]): SpeechPrints => {
    const own = scene(utterances);
    return {
      steps: own.steps,
      print(stretches) {
        const [a = 0, b = 0, c = 0] = own.print(stretches);
        const print = Float32Array.of(a + b, 0.5 * a, 0.5 * b, c);
        return print.map((value) => value / Math.hypot(...print));
      },
    };
  };
  const utterances = [A(3), B(2.5), C(4), A(2), B(3)];
  const speakers = (leastSpeakers: number) =>
    findTurns(alike(utterances), spansOf(utterances), { maxSpeakers: 8, leastSpeakers }).map(
      ({ speaker }) => speaker,
    );
  const [one, , other] = speakers(2);
  assert.deepEqual(speakers(2), [one, one, other, one, one]);
  const [a, b, c] = speakers(3);
  assert.equal(new Set([a, b, c]).size, 3);
  assert.deepEqual(speakers(3), [a, b, c, a, b]);
  assert.deepEqual(new Set(speakers(4)).size, 3, 'nobody is made up');
});

test('finds no more speakers than the maximum', () => {
  const utterances = [A(3), B(3), C(3), A(2)];
  for (const max of [1, 2, 3])
    assert.equal(new Set(turnsOf(utterances, max).map(({ speaker }) => speaker)).size, max);
});

test('groups are merged by average similarity, then down to the maximum', () => {
  const at = (degrees: number) =>
    Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));
  const prints = [0, 90, 5, 95, 200].map(at);
  const sorted = (groups: number[][]) => groups.map((group) => group.toSorted()).toSorted();
  assert.deepEqual(sorted(clustersOf(prints, { alikeEnough: 0.9, most: 5 })), [[0, 2], [1, 3], [4]]);
  assert.deepEqual(sorted(clustersOf(prints, { alikeEnough: 0.9, most: 2 })), [[0, 1, 2, 3], [4]]);
  assert.deepEqual(clustersOf([], { alikeEnough: 0, most: 1 }), []);
});

test('a change of speaker must be worth its cost', () => {
  const scores = [
    [1, 0],
    [1, 0],
    [0.4, 0.6],
    [1, 0],
    [0, 1],
    [0, 1],
  ];
  const costs = (cost: number) => scores.map(() => cost);
  assert.deepEqual(smoothest(scores, costs(0.5)), [0, 0, 0, 0, 1, 1]);
  assert.deepEqual(smoothest(scores, costs(0)), [0, 0, 1, 0, 1, 1]);
  assert.deepEqual(smoothest(scores, costs(9)), [0, 0, 0, 0, 0, 0]);
});

test('identical prints are separated by pitch', () => {
  const utterances = [A(2), A(2)];
  const speech = [{ start: 0, end: 4 }];
  const pitches = Float64Array.from({ length: 380 }, (_, i) => (i % 3 === 0 ? 0 : i < 200 ? 110 : 200));
  const voices = withPitch(scene(utterances), pitches, speech);
  const alike = (a: [number, number], b: [number, number]) => {
    const print = ([first, end]: [number, number]) => voices.print([{ first, end }]);
    return likeness(print(a), print(b));
  };
  assert.ok(Math.abs(alike([0, 20], [20, 40]) - 1) < 1e-6);
  assert.ok(alike([0, 40], [40, 70]) < 0.6);
  assert.ok(Number.isFinite(alike([0, 40], [79, 80])), 'where there is no pitch the usual one stands in');
});

test('the margin tells how sure a turn is; alone it is sure', () => {
  const [a, b] = turnsOf([A(3), B(3)]);
  assert.ok((a?.margin ?? 0) > 0.9 && (b?.margin ?? 0) > 0.9);
  assert.deepEqual(
    turnsOf([A(3), A(2)]).map(({ margin }) => margin),
    [1, 1],
  );
  const between: SpeechPrints = {
    ...scene([A(3), B(3), C(1)]),
    print(stretches) {
      const [x = 0, y = 0, z = 0] = scene([A(3), B(3), C(1)]).print(stretches);
      // The third voice lies between the others.
      return Float32Array.of(x + 0.52 * z, y + 0.48 * z).map((value, _, all) => value / Math.hypot(...all));
    },
  };
  const turns = findTurns(between, spansOf([A(3), B(3), C(1)]), { maxSpeakers: 2 });
  assert.ok(Math.abs(turns.at(-1)?.margin ?? 1) < 0.2, JSON.stringify(turns));
});

test('half an hour takes seconds', () => {
  const utterances = Array.from({ length: 360 }, (_, i) => (i % 2 === 0 ? A(5) : B(5)));
  const before = process.threadCpuUsage();
  const turns = turnsOf(utterances);
  assert.equal(turns.length, 360);
  assert.ok(process.threadCpuUsage(before).user < 20_000_000);
});
