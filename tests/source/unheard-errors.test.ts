import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles, sourceText } from '../support/source-files.ts';

const STARTS_THREAD = /new Worker\(/;
/** The pool replaces an engine whose process ends. */
const IN_ENGINES = /^engines\/|^src\/platform\/process-pool\/orphan-watch/;
const HEARS_ERRORS = /\.on\('error'/;

/** A thread that fails while nobody waits for it ends the process, unless somebody always listens. */
test('every thread of the service has somebody who hears its errors at any time', () => {
  const unheard = sourceFiles().filter((file) => {
    const text = sourceText(file);
    const startsThread = text.includes("'node:worker_threads'") && STARTS_THREAD.test(text);
    return startsThread && !IN_ENGINES.test(file) && !HEARS_ERRORS.test(text);
  });
  assert.deepEqual(unheard, []);
});
