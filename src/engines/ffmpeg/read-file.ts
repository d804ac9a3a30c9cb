import type { FfmpegGate } from './gate.ts';
import type { FfmpegTools } from './start-ffmpeg.ts';
import { fileInput, startReader } from './start-reader.ts';

export type ReadingTools = FfmpegTools & {
  /** Absent in a process that reads one file at a time. */
  gate?: FfmpegGate;
};

export type Reading = {
  file: string;
  /** The only containers that it may be taken for. */
  formats: readonly string[];
  /** Options before the input. */
  inputOptions?: readonly string[];
  /** Options of what is written to the pipe. */
  output: readonly string[];
  /** `info` also says what the file is. */
  log?: 'error' | 'info';
  signal?: AbortSignal | undefined;
  wallMs: number;
};

export type ReadingEnd = {
  ok: boolean;
  /** Stopped because its time was over. */
  late: boolean;
  /** What ffmpeg printed: beginning and end. */
  said: string;
};

const LIMITS = { cpuSeconds: 60, memoryMib: 1_536 };

/** Runs ffmpeg over a customer's file within a deadline. Waits at the gate first; the deadline starts behind it. */
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
    reader.stdout.on('data', onOutput);
    const end = await reader.ended.catch((error: unknown) => {
      signal?.throwIfAborted();
      if (timeout.aborted) return { ok: false, said: '' };
      throw error;
    });
    return { ...end, late: timeout.aborted };
  } finally {
    leave?.();
  }
}
