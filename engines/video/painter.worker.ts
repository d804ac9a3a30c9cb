import { answerAsks } from '../../src/platform/threads/index.ts';
import type { ToPainter } from './open-painters.ts';
import { paintScene } from './scene.ts';
import type { PaintFrame } from './source/frame.ts';

let paintFrame: PaintFrame = () => {
  throw new Error('no scene has been set');
};

answerAsks((order: ToPainter): void => {
  if (order.task === 'show') paintFrame = paintScene(order.scene);
  else paintFrame(order.frame, order.index);
});
