import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curlCode, pythonCode, typescriptCode } from './request-code.ts';

const HARD = { text: `It's "hard": $HOME \\ 'quoted'\nläuft`, speed: 1.5, flag: true, none: null };
const request = { operation: 'POST /api/v1/tts', json: HARD, output: 'speech.wav' };

test('a shell reads the body of the curl line as it was written', () => {
  const code = curlCode(request, 'http://localhost:8080').replace(/^curl/, 'printf "%s\\0"');
  const words = execFileSync('sh', ['-c', code], { encoding: 'utf8', env: { VOX_API_KEY: 'k' } }).split('\0');
  assert.deepEqual(JSON.parse(words[words.indexOf('-d') + 1] ?? ''), HARD);
  assert.ok(words.includes('Authorization: Bearer k'));
});

test('the TypeScript line holds the body as an object', () => {
  const code = typescriptCode(request, 'http://localhost:8080');
  const body = /json: ([\s\S]*),\n\}\);/.exec(code)?.[1] ?? '';
  assert.deepEqual(JSON.parse(body), HARD);
});

test('the Python lines write true, false and null in the words of Python', () => {
  const code = pythonCode(request, 'http://localhost:8080');
  assert.match(code, /"flag": True/);
  assert.match(code, /"none": None/);
});

test('files of a form are sent as files', () => {
  const form = { file: { file: 'talk.mp3' }, language: 'en' };
  const upload = { operation: 'POST /api/v1/stt', form };
  assert.match(curlCode(upload, ''), /-F 'file=@talk\.mp3'/);
  assert.match(typescriptCode(upload, ''), /file: await openAsBlob\('talk\.mp3'\)/);
  assert.match(pythonCode(upload, ''), /files=\{"file": open\("talk\.mp3", "rb"\)\}/);
});
