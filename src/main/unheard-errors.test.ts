import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const SOURCE = resolve(import.meta.dirname, '..');
const STARTS_THREAD = /new Worker\(/;
/** The pool replaces an engine whose process ends. */
const IN_ENGINES = /^engines\/|^platform\/process-pool\/orphan-watch/;
const HEARS_ERRORS = /\.on\('error'/;

/** A thread that fails while nobody waits for it ends the process, unless somebody always listens. */
test('every thread of the service has somebody who hears its errors at any time', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file) && !IN_ENGINES.test(file),
  );
  const unheard = files.filter((file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8');
    return text.includes("'node:worker_threads'") && STARTS_THREAD.test(text) && !HEARS_ERRORS.test(text);
  });
  assert.deepEqual(unheard, []);
});
