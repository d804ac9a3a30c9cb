import { join } from 'node:path';
import { curvesOf, VISEMES } from '../../lipsync/index.ts';
import { soundFrames } from '../clip/sync-map.ts';
import { encodeFilm, type FrameRate, type VideoTools, writeThumbnail } from '../encode/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { shapeOf } from '../mouth/mouth-shape.ts';
import { createReshaper } from '../mouth/reshape-mouth.ts';
import type { RenderContext } from '../render-context.ts';
import { frameOf } from '../source/frame.ts';
import { framesPerSecond } from '../source/frame-rate.ts';
import { readImage } from '../source/read-image.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { findPortrait } from './find-portrait.ts';

export type PortraitRequest = RenderRequest & { picture: Extract<Picture, { kind: 'image' }> };

const FRAME_RATE: FrameRate = { frames: 25, seconds: 1 };

/** A still whose face says what is heard. */
export async function renderPortrait(
  { tools, faces }: { tools: VideoTools; faces: FaceNetworks },
  { picture, mouth, height, audioPath, audioKbps, folder }: PortraitRequest,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  report('preparing', 0);
  const source = await readImage(tools, picture.path, { height, signal });
  report('tracking', 0.02);
  const portrait = await findPortrait(faces, source, picture.face);
  const curves = curvesOf(mouth);
  const weights = new Float32Array(VISEMES.length);
  const reshapeMouth = createReshaper();
  const perSecond = framesPerSecond(FRAME_RATE);
  const frameCount = soundFrames(mouth.durationSeconds, FRAME_RATE);
  const [videoPath, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.jpg')];
  const size = { width: source.width, height: source.height };
  const options = { ...size, frameRate: FRAME_RATE, frameCount, signal, audioPath, audioKbps, videoPath };
  await encodeFilm(tools, options, (bytes, index) => {
    bytes.set(source.bytes);
    const shape = shapeOf(curves.poseAt((index + 0.5) / perSecond, weights));
    reshapeMouth(source, frameOf(size.width, size.height, bytes), { ...portrait, shape, strength: 1 });
    report('rendering', 0.05 + (0.95 * index) / frameCount);
  });
  report('encoding', 1);
  await writeThumbnail(tools, { ...size, frame: source.bytes, thumbnailPath, signal });
  return { videoPath, thumbnailPath, durationSeconds: frameCount / perSecond, ...size, fps: perSecond };
}
