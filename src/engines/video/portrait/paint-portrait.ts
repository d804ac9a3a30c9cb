import type { MouthTrack } from '../../lipsync/index.ts';
import type { PaintFrame } from '../painting/scene.ts';
import { type Frame, frameOf } from '../source/frame.ts';
import { animatePortrait } from './animate-portrait.ts';
import type { Portrait } from './find-portrait.ts';

export type PortraitScene = {
  kind: 'portrait';
  still: Frame;
  portrait: Portrait;
  track: MouthTrack;
  fps: number;
};

export function paintPortrait({ still, portrait, track, fps }: PortraitScene): PaintFrame {
  const draw = animatePortrait(still, portrait, track);
  return (frame, index) => draw(frameOf(still.width, still.height, frame), (index + 0.5) / fps);
}
