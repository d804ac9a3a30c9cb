import { availableParallelism } from 'node:os';
import { AskedThread } from '../../src/platform/threads/index.ts';
import type { Scene } from './scene.ts';

export type ToPainter = { task: 'show'; scene: Scene } | { task: 'paint'; frame: Uint8Array; index: number };

export type Painters = {
  /** Sets the scene to paint. Resolves when every thread is ready. */
  show(scene: Scene): Promise<void>;
  /** `frame` is in shared memory. Several frames may be in flight: threads take turns. */
  paint(frame: Uint8Array, index: number): Promise<void>;
  close(): Promise<void>;
};

/** Two painters and the encoder's two threads keep two cores busy, whether painting or encoding is slower. */
const MOST_THREADS = 2;

const THREAD = new URL('./painter.worker.ts', import.meta.url);

/** Threads that paint, so that the thread that feeds the encoder never delays it. */
export function openPainters(): Painters {
  const count = Math.min(MOST_THREADS, availableParallelism());
  const threads = Array.from({ length: count }, () => new AskedThread<ToPainter, void>(THREAD));
  return {
    async show(scene) {
      await Promise.all(threads.map((thread) => thread.ask({ task: 'show', scene })));
    },
    async paint(frame, index) {
      await threads[index % threads.length]?.ask({ task: 'paint', frame, index });
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
