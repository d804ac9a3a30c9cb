import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefersJson } from './prefers-json.ts';

test('JSON is sent only where it is wanted more than the file', () => {
  for (const accept of [
    'application/json',
    'APPLICATION/JSON; charset=utf-8',
    'application/*',
    'audio/wav;q=0.5, application/json',
    'application/json, */*;q=0.1',
    '*/*;q=0.9, audio/*;q=0, application/json;q=0.1',
  ])
    assert.equal(prefersJson(accept, 'audio/wav'), true, accept);
  for (const accept of [
    undefined,
    '',
    '*/*',
    'audio/wav',
    'text/html',
    'application/json;q=0',
    'application/json;q=0, */*',
    'application/json, text/plain, */*',
    'application/json;q=0.5, audio/*',
    'application/json;q=much',
    'application/jsonp',
    ',;q=1,/',
  ])
    assert.equal(prefersJson(accept, 'audio/wav'), false, accept);
});
