import { type FrameTable, readShape, rowOf } from '../animation/frame-table.ts';
import { REST } from '../mouth/mouth-shape.ts';
import { createReshaper } from '../mouth/reshape-mouth.ts';
import type { PaintFrame } from '../source/frame.ts';
import { emptyFrame, frameOf } from '../source/frame.ts';
import type { SyncMode } from '../types.ts';
import { mouthLocator } from './locate-mouth.ts';
import type { Survey } from './survey-clip.ts';
import { syncMap } from './sync-map.ts';

export type ClipScene = {
  kind: 'clip';
  size: { width: number; height: number };
  survey: Survey;
  syncMode: SyncMode;
  /** Length of the sound. */
  soundFrames: number;
  shapes: FrameTable;
};

/** Expects the clip's picture in the frame and repaints the mouths that speak. */
export function paintClip({ size, survey, syncMode, soundFrames, shapes }: ClipScene): PaintFrame {
  const { width, height } = size;
  const map = syncMap(syncMode, survey.pictures, soundFrames);
  const mouthsIn = mouthLocator(survey);
  const reshapeMouth = createReshaper();
  const source = emptyFrame(size);
  return (frame, index) => {
    for (const { speaks, ...mouth } of mouthsIn(map.sourceAt(index))) {
      source.bytes.set(frame);
      const shape = speaks ? readShape(rowOf(shapes, index)) : REST;
      reshapeMouth(source, frameOf(width, height, frame), { ...mouth, shape });
    }
  };
}
