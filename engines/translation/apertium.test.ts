import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createApertium, findApertiumModes, TranslationFailed } from './index.ts';

describe('an apertium that misbehaves', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'apertium-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function engineOf(script: string, timeoutMs = 60_000) {
    const program = join(folder, 'apertium');
    await writeFile(program, `#!/bin/bash\n${script}\n`);
    await chmod(program, 0o755);
    return createApertium({ modes: [{ name: 'eng-spa', source: 'en', target: 'es' }], program, timeoutMs });
  }
  const request = { source: 'en', target: 'es', lines: [{ text: 'One.' }, { text: 'Two.' }] };

  test('marks are removed and reported; a line break or a mark in a line cannot shift the others', async () => {
    const engine = await engineOf('sed "s/Two/*Two #Dos/" "$4"');
    const lines = [{ text: 'One\n\n*three.' }, { text: 'Two.' }, { text: '  ' }, { text: '@end' }];
    assert.deepEqual(await engine.translate({ ...request, lines }), [
      { text: 'One three.', unknownWords: [] },
      { text: 'Two Dos.', unknownWords: ['Two', 'Dos'] },
      { text: '.', unknownWords: [] },
      { text: 'end', unknownWords: [] },
    ]);
  });

  test('a lost line, an error, a pair that is not there and endless output are failures', async () => {
    const scripts = ['echo only one', 'cat "$4"; exit 3', 'yes', 'kill -9 $$'];
    for (const script of scripts)
      await assert.rejects((await engineOf(script)).translate(request), TranslationFailed, script);
    const engine = await engineOf('cat "$4"');
    await assert.rejects(engine.translate({ ...request, target: 'de' }), TranslationFailed);
  });

  test('a pipeline that hangs is killed with everything it started', async () => {
    const beats = join(folder, 'beats');
    const engine = await engineOf(
      `(while :; do echo >>${beats}; sleep 0.05; done) & sleep 600 | sleep 600`,
      300,
    );
    await assert.rejects(engine.translate(request), TranslationFailed);
    await delay(200);
    const { size } = await stat(beats);
    await delay(300);
    assert.equal((await stat(beats)).size, size, 'a program of the pipeline goes on');
  });

  test('a caller who leaves is the reason', async () => {
    const caller = new AbortController();
    const left = (await engineOf('sleep 600')).translate(request, { signal: caller.signal });
    const reason = new Error('left');
    setTimeout(() => caller.abort(reason), 50);
    await assert.rejects(left, reason);
  });

  test('without the program there are no pairs', async () => {
    assert.deepEqual(await findApertiumModes(join(folder, 'nothing')), []);
  });
});
