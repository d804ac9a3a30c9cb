import { type FrameTable, readMoment, readShape, rowOf } from '../animation/frame-table.ts';
import type { PaintFrame } from '../source/frame.ts';
import { type Frame, frameOf } from '../source/frame.ts';
import { animatePortrait } from './animate-portrait.ts';
import type { Portrait } from './find-portrait.ts';

export type PortraitScene = {
  kind: 'portrait';
  still: Frame;
  portrait: Portrait;
  shapes: FrameTable;
  face: FrameTable;
};

export function paintPortrait({ still, portrait, shapes, face }: PortraitScene): PaintFrame {
  const draw = animatePortrait(still, portrait);
  return (frame, index) =>
    draw(
      frameOf(still.width, still.height, frame),
      readShape(rowOf(shapes, index)),
      readMoment(rowOf(face, index)),
    );
}
