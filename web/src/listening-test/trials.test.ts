import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportCsv, exportJson } from './export-answers.ts';
import { type Answered, chanceOf, countRight, drawTrials, findingOf, powerOf } from './trials.ts';

const near = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 5e-4, `${value}`);

test('the chance of guessing is that of the binomial distribution', () => {
  near(chanceOf(12, 16), 0.0384);
  near(chanceOf(9, 10), 0.0107);
  near(chanceOf(10, 10), 1 / 1024);
  near(chanceOf(5, 10), 0.623);
  assert.equal(chanceOf(0, 16), 1);
  near(powerOf(16), 0.6302);
  near(powerOf(30), 0.8943);
  assert.equal(powerOf(4), 0);
});

test('a finding is what the chance of guessing allows, and a test that is too short finds nothing', () => {
  assert.deepEqual(
    [11, 12, 13, 14].map((right) => findingOf(right, 16)),
    ['notShown', 'maybe', 'maybe', 'heard'],
  );
  assert.equal(findingOf(4, 4), 'notShown');
});

test('samples come up equally often, and what X is cannot be told from A, the sample or the place', () => {
  const trials = drawTrials(['a', 'b', 'c'], 3_000);
  for (const sample of ['a', 'b', 'c'])
    assert.equal(trials.filter((trial) => trial.sample === sample).length, 1_000);
  const share = (of: (typeof trials)[number][], is: (trial: (typeof trials)[number]) => boolean) =>
    of.filter(is).length / of.length;
  const groups = [
    trials.filter(({ aIsMarked }) => aIsMarked),
    trials.filter(({ aIsMarked }) => !aIsMarked),
    trials.slice(0, 1_000),
    trials.filter(({ sample }) => sample === 'a'),
  ];
  // Seven standard deviations: chance does not come near.
  for (const group of groups) assert.ok(Math.abs(share(group, ({ xIsA }) => xIsA) - 0.5) < 0.12);
  assert.ok(trials.slice(0, 300).some(({ sample }, i) => sample !== ['a', 'b', 'c'][i % 3]));
});

test('the export has every trial and what it means', () => {
  const trial = { sample: 'piano', aIsMarked: true, seconds: 4.25, plays: 5 };
  const answers: Answered[] = [
    { ...trial, xIsA: true, saidA: true },
    { ...trial, xIsA: false, saidA: true },
  ];
  assert.equal(countRight(answers), 1);
  const made = JSON.parse(exportJson(answers, { mark: 'v1', takenAt: '2026-11-18T20:00:00.000Z' }));
  assert.deepEqual([made.trials, made.right, made.chance_of_guessing, made.mark], [2, 1, 0.75, 'v1']);
  assert.deepEqual(made.answers[1], {
    trial: 2,
    sample: 'piano',
    a: 'marked',
    x: 'B',
    answer: 'A',
    right: false,
    seconds: 4.25,
    plays: 5,
  });
  assert.equal(
    exportCsv(answers),
    'trial,sample,a,x,answer,right,seconds,plays\n1,piano,marked,A,A,true,4.25,5\n2,piano,marked,B,A,false,4.25,5\n',
  );
});
