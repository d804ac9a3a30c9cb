import { join } from 'node:path';
import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { frameBytes, sharedBytes } from '../shared-memory.ts';
import type { Background } from '../types.ts';
import { frameOver } from './frame.ts';
import type { Size } from './placement.ts';
import { readPlanes, YUV420 } from './read-planes.ts';

/** I420, the size of the frame. A picture is scaled to fill it and cropped. */
export async function readBackground(
  tools: FfmpegTools,
  background: Background,
  { folder, size, signal }: { folder: string; size: Size; signal: AbortSignal },
): Promise<Uint8Array> {
  if (background.kind === 'colour') return plain(background.colour, size);
  const { width, height } = size;
  const path =
    background.kind === 'scene' ? join(folder, 'scenes', `${background.scene}.webp`) : background.path;
  const filters = [
    `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=lanczos`,
    `crop=${width}:${height}`,
  ];
  return readPlanes(tools, path, { ...size, format: YUV420, filters, signal });
}

/** BT.709, like the video. */
function plain(colour: string, size: Size): Uint8Array {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255,
  );
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const bytes = sharedBytes(frameBytes(size));
  const frame = frameOver(bytes, size);
  frame.y.fill(Math.round(16 + 219 * luma));
  frame.u.fill(Math.round(128 + (224 * (blue - luma)) / 1.8556));
  frame.v.fill(Math.round(128 + (224 * (red - luma)) / 1.5748));
  return bytes;
}
