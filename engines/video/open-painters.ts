import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Scene } from './scene.ts';

export type ToPainter =
  | { id: number; task: 'show'; scene: Scene }
  | { id: number; task: 'paint'; frame: Uint8Array; index: number };

export type FromPainter = { id: number; error?: unknown };

export type Painters = {
  /** Sets the scene to paint. Resolves when every thread is ready. */
  show(scene: Scene): Promise<void>;
  /** `frame` is in shared memory. Several frames may be in flight: threads take turns. */
  paint(frame: Uint8Array, index: number): Promise<void>;
  close(): Promise<void>;
};

/** With the encoder's two threads they keep two cores busy, whether painting or encoding is slower. */
const MOST_THREADS = 2;

/** Threads that paint, so that the thread that feeds the encoder never delays it. */
export function openPainters(): Painters {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  const threads = Array.from({ length: Math.min(MOST_THREADS, availableParallelism()) }, () => {
    const thread = new Worker(new URL('./painter.worker.ts', import.meta.url));
    thread.unref();
    thread.on('message', ({ id, error }: FromPainter) => {
      const pending = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) pending?.resolve();
      else pending?.reject(error);
    });
    return thread;
  });
  let nextId = 0;
  const send = (thread: Worker, task: TaskOf<ToPainter>): Promise<void> => {
    const [id, answered] = [nextId++, Promise.withResolvers<void>()];
    waiting.set(id, answered);
    thread.postMessage({ id, ...task } satisfies ToPainter);
    return answered.promise;
  };
  return {
    async show(scene) {
      await Promise.all(threads.map((thread) => send(thread, { task: 'show', scene })));
    },
    paint: (frame, index) => send(threads[index % threads.length] as Worker, { task: 'paint', frame, index }),
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

type TaskOf<Message> = Message extends { id: number } ? Omit<Message, 'id'> : never;
