import type { Readable } from 'node:stream';
import type { Log } from '../log.ts';

const MAX_LINE_CHARS = 2_000;
const MAX_LINES_PER_WINDOW = 200;
const WINDOW_MS = 10_000;

/** Copies a child's output to the log, line by line. Too much output is dropped, so that it cannot fill the disk. */
export function logOutput(output: Readable, log: Log, name: 'stdout' | 'stderr'): void {
  let partial = '';
  let windowStartMs = 0;
  let lines = 0;

  const emit = (line: string): void => {
    if (line.trim() === '') return;
    const nowMs = Date.now();
    if (nowMs - windowStartMs > WINDOW_MS) {
      if (lines > MAX_LINES_PER_WINDOW)
        log.warn({ dropped: lines - MAX_LINES_PER_WINDOW }, 'engine output dropped');
      windowStartMs = nowMs;
      lines = 0;
    }
    lines += 1;
    if (lines <= MAX_LINES_PER_WINDOW)
      log.info({ stream: name, line: line.slice(0, MAX_LINE_CHARS) }, 'engine output');
  };

  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    const parts = (partial + chunk).split('\n');
    // Text over the cap would be cut anyway; buffering it would let one endless line fill the memory.
    partial = (parts.pop() ?? '').slice(0, MAX_LINE_CHARS);
    for (const line of parts) emit(line);
  });
  output.on('end', () => emit(partial));
  output.on('error', (error) => log.debug({ err: error }, 'engine output closed'));
}
