import { join } from 'node:path';
import { soundFrames } from '../clip/sync-map.ts';
import { encodeFilm, type FrameRate, type VideoTools, writeThumbnail } from '../encode/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import type { RenderContext } from '../render-context.ts';
import { frameOf } from '../source/frame.ts';
import { framesPerSecond } from '../source/frame-rate.ts';
import { readImage } from '../source/read-image.ts';
import { tellingFrame } from '../telling-frame.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { animatePortrait } from './animate-portrait.ts';
import { findPortrait } from './find-portrait.ts';

export type PortraitRequest = RenderRequest & { picture: Extract<Picture, { kind: 'image' }> };

const FRAME_RATE: FrameRate = { frames: 25, seconds: 1 };
/** Finding the face is a moment beside drawing it. */
const FOUND_SHARE = 0.05;

/** A still whose face says what is heard, blinks and moves a little. */
export async function renderPortrait(
  { tools, faces }: { tools: VideoTools; faces: FaceNetworks },
  { picture, mouth, height, audioPath, audioKbps, folder }: PortraitRequest,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  report('preparing', 0);
  const still = await readImage(tools, picture.path, { height, signal });
  report('tracking', FOUND_SHARE / 2);
  const draw = animatePortrait(still, await findPortrait(faces, still, picture.face), mouth);
  const size = { width: still.width, height: still.height };
  const fps = framesPerSecond(FRAME_RATE);
  const frameCount = soundFrames(mouth.durationSeconds, FRAME_RATE);
  const telling = tellingFrame(mouth, fps, frameCount);
  const thumbnail = new Uint8Array(still.bytes.length);
  const [videoPath, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.jpg')];
  const options = { ...size, frameRate: FRAME_RATE, frameCount, signal, audioPath, audioKbps, videoPath };
  await encodeFilm(tools, options, (bytes, index) => {
    draw(frameOf(size.width, size.height, bytes), (index + 0.5) / fps);
    if (index === telling) thumbnail.set(bytes);
    report('rendering', FOUND_SHARE + (1 - FOUND_SHARE) * (index / frameCount));
  });
  report('encoding', 1);
  await writeThumbnail(tools, { ...size, frame: thumbnail, thumbnailPath, signal });
  return { videoPath, thumbnailPath, durationSeconds: frameCount / fps, ...size, fps };
}
