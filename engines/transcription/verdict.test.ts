import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCredible, isDetected, isVoiced, judge } from './verdict.ts';
import type { RecognisedWindow } from './window.ts';

const recognised = (text: string, change: Partial<RecognisedWindow> = {}): RecognisedWindow => ({
  language: 'en',
  languageProbability: 1,
  segments: [{ start: 0, end: 1, text, words: [] }],
  consumedSeconds: 1,
  averageLogProbability: -0.3,
  noSpeechProbability: 0.1,
  compressionRatio: 1,
  repeats: false,
  ...change,
});

test('no single signal decides for or against speech', () => {
  const yes = true;
  const no = false;
  assert.equal(judge({ detected: yes, voiced: yes, worded: yes }), 'speech');
  assert.equal(judge({ detected: no, voiced: yes, worded: yes }), 'doubtful');
  assert.equal(judge({ detected: yes, voiced: no, worded: yes }), 'doubtful');
  assert.equal(judge({ detected: yes, voiced: yes, worded: no }), 'doubtful');
  assert.equal(judge({ detected: yes, voiced: no, worded: no }), 'no speech');
  assert.equal(judge({ detected: no, voiced: no, worded: no }), 'no speech');
});

test('a sixth of a second can be speech, a click cannot; accidental voicing does not count', () => {
  assert.ok(isDetected([{ start: 1, end: 1.16 }]));
  assert.ok(!isDetected([{ start: 1, end: 1.1 }]));
  assert.ok(isVoiced(0.15, 0.58));
  assert.ok(!isVoiced(0.04, 6) && !isVoiced(0.3, 6));
});

test('rejects low confidence, silence, repetitions, and stock phrases without high confidence', () => {
  assert.ok(isCredible(recognised('Yes, please.')));
  assert.ok(isCredible(recognised('Thank you.', { averageLogProbability: -0.2 })));
  assert.ok(!isCredible(recognised('Thank you.', { averageLogProbability: -0.9 })));
  assert.ok(!isCredible(recognised('A real sentence.', { noSpeechProbability: 0.8 })));
  assert.ok(!isCredible(recognised('A real sentence.', { averageLogProbability: -1.3 })));
  assert.ok(!isCredible(recognised('la la la la', { compressionRatio: 3 })));
  assert.ok(!isCredible(recognised('...')));
});
