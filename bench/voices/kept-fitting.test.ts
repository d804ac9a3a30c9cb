import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { presetSpeaker } from '../../engines/speech/index.ts';
import { beginFitting } from '../../engines/voice-cloning/fit/fitting.ts';
import { openKeptFitting } from './kept-fitting.ts';

test('the next run finds a saved fitting, and only for its own speaker', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vox-bench-voices-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'fitting.json');
  const first = await openKeptFitting(path);
  assert.equal(first.of('anna'), null);
  const kept = { speaker: 'anna', seconds: 12, fitting: beginFitting(await presetSpeaker('af_heart'), 30) };
  await first.keep(kept);
  const second = await openKeptFitting(path);
  assert.deepEqual(second.of('anna'), kept);
  assert.equal(second.of('bert'), null);
});
