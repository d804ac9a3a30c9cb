import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openResults } from './results.ts';
import { resultOf } from './testing/result.ts';

test('an interrupted run, even in the middle of a line, finds its earlier results', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vox-bench-voices-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'results.jsonl');
  const preset = resultOf('anna', 'preset');
  const instant = resultOf('anna', 'instant');
  await (await openResults(path)).add(preset);
  await appendFile(path, '{"speaker":"ann');
  const second = await openResults(path);
  assert.deepEqual(second.all, [preset]);
  await second.add(instant);
  const third = await openResults(path);
  assert.deepEqual(third.all, [preset, instant]);
  assert.deepEqual(third.find('anna', 'instant'), instant);
  assert.equal(third.find('anna', 'professional'), undefined);
});
