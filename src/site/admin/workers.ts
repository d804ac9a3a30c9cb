import { Type } from '@sinclair/typebox';
import type { listWorkers } from '../../work/workers/index.ts';

export const WorkerList = Type.Object({
  workers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      capabilities: Type.Array(Type.String()),
      alive: Type.Boolean({ description: 'Seen in the last 90 seconds.' }),
      registered_at: Type.String({ format: 'date-time' }),
      last_seen_at: Type.String({ format: 'date-time' }),
    }),
  ),
});

type WorkerRow = Awaited<ReturnType<typeof listWorkers>>[number];

export function viewOfWorker({ registered_at, last_seen_at, ...worker }: WorkerRow) {
  return { ...worker, registered_at: registered_at.toISOString(), last_seen_at: last_seen_at.toISOString() };
}
