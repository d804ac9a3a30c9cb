import { parentPort } from 'node:worker_threads';
import type { FromPainter, ToPainter } from './open-painters.ts';
import { paintScene } from './scene.ts';
import type { PaintFrame } from './source/frame.ts';

if (!parentPort) throw new Error('painter.worker.ts runs only as a worker thread');
const port = parentPort;
let paintFrame: PaintFrame = () => {
  throw new Error('no scene has been set');
};

port.on('message', (message: ToPainter) => {
  const { id } = message;
  try {
    if (message.task === 'show') paintFrame = paintScene(message.scene);
    else paintFrame(message.frame, message.index);
    port.postMessage({ id } satisfies FromPainter);
  } catch (error) {
    port.postMessage({ id, error } satisfies FromPainter);
  }
});
