import type { Readable } from 'node:stream';
import { type Limits, startFfmpeg } from '../../codec/index.ts';
import { VideoEncoderMissing, type VideoTools } from '../encode/index.ts';

export type Reader = {
  stdout: Readable;
  /** When it has ended, however that was: what it complained about. Fails only with the signal's reason. */
  ended: Promise<string>;
  kill(): void;
};

/** What a crafted file may take. */
const LIMITS: Limits = { cpuSeconds: 7_200, memoryMib: 3 * 1024 };
/** Larger than 8K; a picture that claims more is a trap. */
const MOST_PIXELS = 50_000_000;
const ALWAYS = ['-nostdin', '-hide_banner', '-max_pixels', String(MOST_PIXELS)];

/** An ffmpeg that reads a customer's file. `input` is a file's descriptor for its stdin. */
export function startReader(
  { ffmpeg, prlimit }: VideoTools,
  args: readonly string[],
  { signal, input = 'ignore' }: { signal?: AbortSignal | undefined; input?: number | 'ignore' },
): Reader {
  if (!ffmpeg) throw new VideoEncoderMissing();
  const options = { limits: LIMITS, signal, input };
  const { stdout, kill, ...started } = startFfmpeg({ ffmpeg, prlimit }, [...ALWAYS, ...args], options);
  const ended = started.ended.then(({ said }) => {
    signal?.throwIfAborted();
    return said;
  });
  // Whoever stops reading early does not ask how it ended.
  ended.catch(() => undefined);
  return { stdout, ended, kill };
}
