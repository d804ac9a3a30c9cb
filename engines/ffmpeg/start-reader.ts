import type { Readable } from 'node:stream';
import { type FfmpegTools, type Limits, startFfmpeg } from './start-ffmpeg.ts';

export type Reader = {
  stdout: Readable;
  /** Resolves however the child ended. Rejects with the signal's reason, or if the child could not be started. */
  exited: Promise<{ ok: boolean; stderr: string }>;
  kill(): void;
};

export type ReaderOptions = {
  limits: Limits;
  signal?: AbortSignal | undefined;
  /** A file descriptor for stdin. */
  input?: number | 'ignore';
};

/** 8K has 33 million. A picture that claims more than this is a decompression bomb. */
export const MAX_PIXELS = 50_000_000;
const ALWAYS = ['-nostdin', '-hide_banner', '-nostats', '-max_pixels', String(MAX_PIXELS)];

/** Containers and raw streams of audio and video. None of them can refer to other files, URLs or devices. */
export const SOUND_AND_VIDEO = [
  ...['wav', 'w64', 'aiff', 'au', 'caf', 'mp3', 'aac', 'flac', 'ogg', 'amr', 'ac3', 'eac3'],
  ...['matroska', 'webm', 'mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'asf', 'avi', 'flv', 'mpeg', 'mpegts'],
];

/** `apng` is here only to be told apart from still pictures, and refused. */
export const PICTURES = ['png_pipe', 'jpeg_pipe', 'webp_pipe', 'gif', 'apng'];

/** Input options for a customer's file: no protocol but files, and only the given formats. */
export function fileInput(file: string, formats: readonly string[]): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', formats.join(',')],
    ...['-i', `file:${file}`],
  ];
}

/** Starts ffmpeg to read a customer's file. */
export function startReader(
  tools: FfmpegTools,
  args: readonly string[],
  { limits, signal, input = 'ignore' }: ReaderOptions,
): Reader {
  const { stdout, kill, ...started } = startFfmpeg(tools, [...ALWAYS, ...args], { limits, signal, input });
  const exited = started.exited.then(({ code, stderr }) => {
    signal?.throwIfAborted();
    return { ok: code === 0, stderr };
  });
  // A caller that stops reading early does not await it.
  exited.catch(() => undefined);
  return { stdout, exited, kill };
}
