import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDeadlineMs } from './engine.ts';
import type { Picture } from './types.ts';

const MINUTE_MS = 60_000;
const clip = (syncMode: 'loop' | 'silence'): Picture => ({ kind: 'video', path: '', syncMode });
const deadlineOf = (picture: Picture, durationSeconds: number): number =>
  renderDeadlineMs({ picture, mouth: { durationSeconds }, maxSeconds: 180 });

test('the deadline of a render grows with the length of its sound', () => {
  const presenter: Picture = {
    kind: 'presenter',
    presenterId: 'clara',
    background: { kind: 'scene', scene: 'studio' },
  };
  assert.equal(deadlineOf(presenter, 60) - deadlineOf(presenter, 0), 20 * MINUTE_MS);
  assert.equal(deadlineOf(clip('loop'), 60), deadlineOf(presenter, 60));
  assert.ok(deadlineOf(presenter, 0) <= 10 * MINUTE_MS, 'a short video may not block a process for long');
});

test('where the whole clip is shown, the deadline is that of the longest clip allowed', () => {
  assert.equal(deadlineOf(clip('silence'), 1), deadlineOf(clip('silence'), 180));
  assert.ok(deadlineOf(clip('silence'), 1) > deadlineOf(clip('loop'), 1));
});
