import { VideoEncodingFailed } from './errors.ts';
import { type FilmOptions, filmArguments } from './film-arguments.ts';
import { type RunningFfmpeg, runFfmpeg, type VideoTools } from './run-ffmpeg.ts';

/** Fills `frame` (I420: all of Y, then U, then V) with the picture of that number. */
export type DrawFrame = (frame: Uint8Array, index: number) => void | Promise<void>;

/** One is drawn while another is on its way to the encoder and a third one waits. */
const FRAMES_IN_FLIGHT = 3;

/** H.264 and AAC in MP4, moov first. Draws no faster than it encodes; an abort kills ffmpeg at once. */
export async function encodeFilm(tools: VideoTools, options: FilmOptions, draw: DrawFrame): Promise<void> {
  const ffmpeg = runFfmpeg(tools, filmArguments(options), options.signal);
  const frames = Array.from({ length: FRAMES_IN_FLIGHT }, () => new Uint8Array(frameBytes(options)));
  const sent = frames.map(() => Promise.resolve());
  try {
    for (let index = 0; index < options.frameCount; index += 1) {
      const slot = index % FRAMES_IN_FLIGHT;
      const frame = frames[slot] as Uint8Array;
      await sent[slot];
      await draw(frame, index);
      sent[slot] = send(ffmpeg, frame);
      // Its failure is read when its turn comes again.
      sent[slot].catch(() => undefined);
    }
    await Promise.all(sent);
    ffmpeg.stdin.end();
    await ffmpeg.ended;
  } catch (error) {
    ffmpeg.kill();
    throw error;
  }
}

export function frameBytes({ width, height }: { width: number; height: number }): number {
  return (width * height * 3) / 2;
}

/** Resolves when the frame may be drawn over. */
async function send({ stdin, ended }: RunningFfmpeg, frame: Uint8Array): Promise<void> {
  const failed = await new Promise<Error | null | undefined>((resolve) => stdin.write(frame, resolve));
  if (!failed) return;
  // An ffmpeg that has gone says why by its end, not by the broken pipe.
  await ended;
  throw new VideoEncodingFailed(failed);
}
