import type { FfmpegGate } from './gate.ts';
import type { FfmpegTools } from './start-ffmpeg.ts';
import { fileInput, startReader } from './start-reader.ts';

export type ReadingTools = FfmpegTools & {
  /** Absent in a process that reads one file at a time. */
  gate?: FfmpegGate;
};

export type Reading = {
  file: string;
  /** Containers that ffmpeg may detect. All others are refused. */
  formats: readonly string[];
  /** Options before the input. */
  inputOptions?: readonly string[];
  /** Options of the output, which goes to stdout. */
  output: readonly string[];
  /** `info` also prints what the file contains. */
  log?: 'error' | 'info';
  signal?: AbortSignal | undefined;
  wallMs: number;
};

export type ReadingEnd = {
  ok: boolean;
  /** Killed because it took longer than `wallMs`. */
  late: boolean;
  /** Beginning and end of what ffmpeg printed; empty if it was killed as late. */
  stderr: string;
};

const LIMITS = { cpuSeconds: 60, memoryMib: 1_536 };

/**
 * Runs ffmpeg on a customer's file with a deadline. Waits at the gate first; the deadline starts after that. An error of
 * `onOutput` ends it.
 */
export async function readFileWithFfmpeg(
  { gate, ...tools }: ReadingTools,
  { file, formats, inputOptions = [], output, log = 'error', signal, wallMs }: Reading,
  onOutput: (bytes: Buffer) => void,
): Promise<ReadingEnd> {
  const leave = await gate?.enter(signal);
  try {
    const timeout = AbortSignal.timeout(wallMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const input = [...inputOptions, ...fileInput(file, formats)];
    const args = ['-v', log, '-threads', '1', ...input, ...output, 'pipe:1'];
    const reader = startReader(tools, args, { limits: LIMITS, signal: either });
    let failure: { error: unknown } | undefined;
    // An error thrown by a stream's listener, such as a full disk, would end the process, so it is kept for later.
    reader.stdout.on('data', (bytes: Buffer) => {
      if (failure) return;
      try {
        onOutput(bytes);
      } catch (error) {
        failure = { error };
        reader.kill();
      }
    });
    const end = await reader.exited.catch((error: unknown) => {
      signal?.throwIfAborted();
      if (timeout.aborted) return { ok: false, stderr: '' };
      throw error;
    });
    if (failure) throw failure.error;
    return { ...end, late: timeout.aborted };
  } finally {
    leave?.();
  }
}
