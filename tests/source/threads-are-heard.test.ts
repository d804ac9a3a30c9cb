import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles, sourceText } from '../support/source-files.ts';

const STARTS_THREAD = /new Worker\(/;
/** `startThread` demands to be told what happens when the thread fails. The pool replaces an engine whose watch ends. */
const MAY_START = ['src/platform/process-pool/orphan-watch.ts', 'src/platform/threads/thread.ts'];

/** A thread that fails while nobody waits for it ends the process, unless somebody always listens. */
test('every thread has somebody who hears its errors at any time', () => {
  const starting = sourceFiles().filter((file) => {
    const text = sourceText(file);
    return text.includes("'node:worker_threads'") && STARTS_THREAD.test(text);
  });
  assert.deepEqual(starting.sort(), MAY_START);
});
