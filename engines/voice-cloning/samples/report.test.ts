import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SampleRefused } from './errors.ts';
import { cleanedReport, type Measured, reportOf } from './report.ts';

const GOOD: Measured = {
  seconds: 8,
  speechSeconds: 7,
  levelDb: -22,
  snrDb: 35,
  clippedShare: 0,
  steadiness: 0.02,
  isVoiced: true,
  leastLikeness: 0.7,
};
const codes = (change: Partial<Measured>): string[] =>
  reportOf({ ...GOOD, ...change }).problems.map(({ code }) => code);

test('a good sample has no problems and full quality', () => {
  assert.deepEqual(reportOf(GOOD), { quality: 1, snrDb: 35, speechSeconds: 7, problems: [] });
});

test('each problem has its own code, and all are reported at once', () => {
  assert.deepEqual(codes({ levelDb: -70, speechSeconds: 0 }), ['silent']);
  assert.deepEqual(codes({ speechSeconds: 2 }), ['too_short']);
  assert.deepEqual(codes({ clippedShare: 0.02 }), ['clipped']);
  assert.deepEqual(codes({ snrDb: 6 }), ['noisy']);
  assert.deepEqual(codes({ leastLikeness: 0.2 }), ['several_speakers']);
  assert.deepEqual(codes({ steadiness: 0.8, snrDb: 12 }), ['music']);
  assert.deepEqual(codes({ snrDb: 6, leastLikeness: 0.2, clippedShare: 0.02 }), [
    'clipped',
    'noisy',
    'several_speakers',
  ]);
});

test('quality falls with noise, with clipping and with silence', () => {
  const quality = (change: Partial<Measured>): number => reportOf({ ...GOOD, ...change }).quality;
  for (const worse of [{ snrDb: 15 }, { clippedShare: 0.002 }, { speechSeconds: 3 }]) {
    assert.ok(quality(worse) < 0.8 && quality(worse) > 0, JSON.stringify(worse));
  }
});

test('the error names the file, the reasons and what to do about them', () => {
  const { problems } = reportOf({ ...GOOD, snrDb: 4, leastLikeness: 0.2 });
  const error = new SampleRefused('sample_noisy', 'mine.wav', problems);
  assert.match(error.public, /mine\.wav.*4\.0 dB.*quiet room.*More than one person.*one person/u);
  assert.deepEqual([error.kind, error.code, error.detail?.length], ['invalid', 'sample_noisy', 2]);
});

test('noise that was removed is no reason to refuse, unless there was too much of it', () => {
  const cleaned = reportOf({ ...GOOD, speechSeconds: 6 });
  const judged = (uploaded: Partial<Measured>) => cleanedReport(reportOf({ ...GOOD, ...uploaded }), cleaned);
  const { problems, snrDb, speechSeconds, quality } = judged({ snrDb: 8 });
  assert.deepEqual(problems, []);
  assert.equal(snrDb, 8, 'the figures are those of the upload');
  assert.equal(quality, reportOf({ ...GOOD, snrDb: 8 }).quality);
  assert.equal(speechSeconds, 6);
  assert.match(judged({ snrDb: 6 }).problems[0]?.message ?? '', /6\.0 dB above the noise; at least 7 dB/u);
});

test('noise removal hides neither clipping nor music, and what it brings to light counts once', () => {
  const codesOf = (uploaded: Partial<Measured>, cleaned: Partial<Measured>) =>
    cleanedReport(reportOf({ ...GOOD, ...uploaded }), reportOf({ ...GOOD, ...cleaned })).problems.map(
      ({ code }) => code,
    );
  assert.deepEqual(codesOf({ clippedShare: 0.1 }, {}), ['clipped']);
  assert.deepEqual(codesOf({ steadiness: 0.9, snrDb: 12 }, {}), ['music']);
  assert.deepEqual(codesOf({ clippedShare: 0.1 }, { clippedShare: 0.1, speechSeconds: 1 }), [
    'clipped',
    'too_short',
  ]);
});
