import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { usesFfmpeg } from './uses-ffmpeg.ts';

/** Calls by which a test gets ffmpeg for itself, or with a service. */
const GETS_FFMPEG = /\b(findQuickFfmpeg|findServiceTools|openTestService)\(/;

test('a test that looks for ffmpeg is known, also if it does so through the service that it opens', () => {
  const files = globSync('{src,engines,tests}/**/*.test.ts');
  const needy = files.filter((file) => GETS_FFMPEG.test(readFileSync(file, 'utf8')));
  assert.ok(needy.length > 100);
  assert.deepEqual(
    needy.filter((file) => !usesFfmpeg(file)),
    [],
  );
  assert.ok(files.filter(usesFfmpeg).length < files.length / 2, 'most tests need none');
});
