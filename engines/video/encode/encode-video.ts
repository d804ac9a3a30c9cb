import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { frameBytes, sharedBytes } from '../shared-memory.ts';
import { runFfmpeg, sendBytes } from './run-ffmpeg.ts';
import { type EncodeOptions, videoArguments } from './video-arguments.ts';

/** Draws the picture with this index into `frame` (I420: Y, then U, then V; in shared memory). */
export type DrawFrame = (frame: Uint8Array, index: number) => void | Promise<void>;

/** One is being sent to the encoder, two are being drawn and one waits. */
const FRAMES_IN_FLIGHT = 4;

/**
 * Writes MP4 with H.264 and AAC, moov first. Draws only a few frames ahead of the encoder. `onFrame` gets the frames in
 * order. An abort kills ffmpeg at once.
 */
export async function encodeVideo(
  tools: FfmpegTools,
  options: EncodeOptions,
  draw: DrawFrame,
  onFrame: (frame: Uint8Array, index: number) => void = () => undefined,
): Promise<void> {
  const ffmpeg = runFfmpeg(tools, videoArguments(options), options.signal);
  const frames = Array.from({ length: FRAMES_IN_FLIGHT }, () => sharedBytes(frameBytes(options)));
  const begin = (frame: Uint8Array, index: number): Promise<void> => {
    const done = (async () => {
      if (index < options.frameCount) await draw(frame, index);
    })();
    // A failure is reported when this frame's turn comes.
    done.catch(() => undefined);
    return done;
  };
  const drawn = frames.map(begin);
  try {
    for (let index = 0; index < options.frameCount; index += 1) {
      const slot = index % FRAMES_IN_FLIGHT;
      const frame = frames[slot] as Uint8Array;
      await drawn[slot];
      onFrame(frame, index);
      await sendBytes(ffmpeg, frame);
      drawn[slot] = begin(frame, index + FRAMES_IN_FLIGHT);
    }
    ffmpeg.stdin.end();
    await ffmpeg.exited;
  } catch (error) {
    ffmpeg.kill();
    // Wait for frames still being drawn. Their failures have the same cause.
    await Promise.allSettled(drawn);
    throw error;
  }
}
