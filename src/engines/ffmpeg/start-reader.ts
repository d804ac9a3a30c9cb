import type { Readable } from 'node:stream';
import { type FfmpegTools, type Limits, startFfmpeg } from './start-ffmpeg.ts';

export type Reader = {
  stdout: Readable;
  /** Resolves however the child ended; rejects only with the signal's reason. */
  ended: Promise<{ ok: boolean; said: string }>;
  kill(): void;
};

export type ReaderOptions = {
  limits: Limits;
  signal?: AbortSignal | undefined;
  /** A file descriptor for stdin. */
  input?: number | 'ignore';
};

/** Larger than 8K; a picture that claims more is a trap. */
export const MAX_PIXELS = 50_000_000;
const ALWAYS = ['-nostdin', '-hide_banner', '-nostats', '-max_pixels', String(MAX_PIXELS)];

/** Containers and bare streams of sound and video; none that names other files, addresses or devices. */
export const SOUND_AND_VIDEO = [
  ...['wav', 'w64', 'aiff', 'au', 'caf', 'mp3', 'aac', 'flac', 'ogg', 'amr', 'ac3', 'eac3'],
  ...['matroska', 'webm', 'mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'asf', 'avi', 'flv', 'mpeg', 'mpegts'],
];

/** `apng` only to tell it from a still picture. */
export const PICTURES = ['png_pipe', 'jpeg_pipe', 'webp_pipe', 'gif', 'apng'];

/** Opens a customer's file: no protocol but files and pipes, and only the formats that are named. */
export function fileInput(file: string, formats: readonly string[]): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats.join(',')],
    ...['-i', `file:${file}`],
  ];
}

/** Starts an ffmpeg that reads a customer's file. */
export function startReader(
  tools: FfmpegTools,
  args: readonly string[],
  { limits, signal, input = 'ignore' }: ReaderOptions,
): Reader {
  const { stdout, kill, ...started } = startFfmpeg(tools, [...ALWAYS, ...args], { limits, signal, input });
  const ended = started.ended.then(({ code, said }) => {
    signal?.throwIfAborted();
    return { ok: code === 0, said };
  });
  // Whoever stops reading early does not ask how it ended.
  ended.catch(() => undefined);
  return { stdout, ended, kill };
}
