import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseRoute, LOCAL_CHARACTERS } from './choose-route.ts';

test('the local worker takes fewer than 500 characters, counted as they are charged', () => {
  const composed = 'e\u0301'.repeat(LOCAL_CHARACTERS - 1);
  assert.equal(chooseRoute({ text: composed }, false).node, 'local_worker');
  assert.equal(chooseRoute({ text: '🙂'.repeat(LOCAL_CHARACTERS) }, false).node, 'gpu_cluster');
});

test('inference is never rendered as a video, wherever it runs', () => {
  for (const forceCloud of [true, false])
    assert.equal(
      chooseRoute({ taskType: 'llm_inference', text: 'Why?', forceCloud }, false).task,
      'llm_inference',
    );
  assert.throws(() => chooseRoute({ taskType: 'llm_inference', text: 'Why?' }, true), { kind: 'invalid' });
});

test('a request with a file is a video, even with task type tts', () => {
  assert.deepEqual(chooseRoute({ taskType: 'tts', text: 'Hi' }, true), {
    node: 'gpu_cluster',
    task: 'video',
  });
});
