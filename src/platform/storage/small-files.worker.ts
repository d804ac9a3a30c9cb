import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { NumberedFile, Outcome } from './small-files.ts';

if (!parentPort) throw new Error('small-files.worker.ts runs only as a worker thread');
const port = parentPort;

port.on('message', (file: NumberedFile) => {
  port.postMessage({ id: file.id, failure: failureOf(file) } satisfies Outcome);
});

function failureOf({ temporary, target, bytes }: NumberedFile): Outcome['failure'] {
  try {
    writeFile(temporary, bytes);
    renameSync(temporary, target);
    return null;
  } catch (error) {
    // A copy of an error would lose its code.
    const { message, code } = error as NodeJS.ErrnoException;
    return { message, code };
  }
}

function writeFile(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  // Network file systems may tell only here that the file was not written.
  closeSync(file);
}
