import { type FfmpegCommand, startFfmpeg } from './start-ffmpeg.ts';

export type Reading = {
  file: string;
  /** The only containers that it may be taken for. */
  formats: readonly string[];
  /** Before the file; for what limits its decoders. */
  inputOptions?: readonly string[];
  /** What is to be made of it, on the pipe. */
  output: readonly string[];
  /** `info` also says what the file is. */
  log?: 'error' | 'info';
  signal?: AbortSignal | undefined;
  wallMs: number;
};

export type ReadingEnd = {
  ok: boolean;
  /** It was stopped because its time was over. */
  late: boolean;
  /** What ffmpeg printed: beginning and end. */
  said: string;
};

/** Runs ffmpeg over a customer's file: no protocol but files and pipes, and only the formats that are named. */
export async function readFileWithFfmpeg(
  command: FfmpegCommand,
  reading: Reading,
  onOutput: (bytes: Buffer) => void,
): Promise<ReadingEnd> {
  const timeout = AbortSignal.timeout(reading.wallMs);
  const signal = reading.signal ? AbortSignal.any([reading.signal, timeout]) : timeout;
  const started = startFfmpeg(command, argumentsFor(reading), { signal, input: 'ignore' });
  started.stdout.on('data', onOutput);
  const { code, said } = await started.ended;
  reading.signal?.throwIfAborted();
  return { ok: code === 0, late: timeout.aborted, said };
}

function argumentsFor({ file, formats, inputOptions = [], output, log = 'error' }: Reading): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-v', log, '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats.join(',')],
    ...inputOptions,
    ...['-i', `file:${file}`, ...output, 'pipe:1'],
  ];
}
