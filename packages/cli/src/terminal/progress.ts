import type { WriteStream } from 'node:tty';
import { plain } from './plain-text.ts';

export type Stream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

const BAR_CELLS = 24;
const ERASE_LINE = '\r\u001b[K';
/** A pipe gets a line for every so many percent. */
const STEP_PERCENT = 20;

export type Progress = {
  /** `share` from 0 to 1. */
  update(share: number, stage: string): void;
  /** Removes the bar, so that a line can be written. */
  clear(): void;
};

/** A bar on a terminal, and plain lines in a pipe. */
export function createProgress({
  stderr,
  quiet,
  label,
}: {
  stderr: Stream;
  quiet: boolean;
  label: string;
}): Progress {
  if (quiet) return { update: () => undefined, clear: () => undefined };
  return stderr.isTTY ? createBar(stderr, label) : createLines(stderr, label);
}

function createBar(stderr: Stream, label: string): Progress {
  let shown = false;
  return {
    update(share, stage) {
      const full = Math.round(clamp(share) * BAR_CELLS);
      const bar = '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
      const line = `${label} ${bar} ${percentOf(share)} % ${plain(stage)}`;
      // A line that wraps could not be erased.
      stderr.write(`${ERASE_LINE}${line.slice(0, (stderr.columns ?? 80) - 1)}`);
      shown = true;
    },
    clear() {
      if (shown) stderr.write(ERASE_LINE);
      shown = false;
    },
  };
}

function createLines(stderr: Stream, label: string): Progress {
  let last = '';
  return {
    update(share, stage) {
      const step = Math.floor(percentOf(share) / STEP_PERCENT) * STEP_PERCENT;
      const line = `${label}: ${plain(stage)}, ${step} %`;
      if (line !== last) stderr.write(`${line}\n`);
      last = line;
    },
    clear: () => undefined,
  };
}

function percentOf(share: number): number {
  return Math.floor(clamp(share) * 100);
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
