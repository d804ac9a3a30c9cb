import pg from 'pg';
import { columnTypes } from './column-types.ts';
import type { PgliteSource } from './pglite-messages.ts';
import { ThreadStream } from './pglite-stream.ts';
import { PgliteWorker } from './pglite-worker.ts';

export type PgliteConnection = { client: pg.Client; worker: PgliteWorker };

/** `pg` uses its wire protocol with the thread as with a server, so both databases share all code above it. */
export async function connectPglite(
  source: PgliteSource,
  onLost: (error: Error) => void,
): Promise<PgliteConnection> {
  const worker = new PgliteWorker(source);
  try {
    await worker.ask('ready');
    const stream = new ThreadStream((bytes) => worker.send(bytes));
    worker.onBytes = (bytes) => stream.receive(bytes);
    worker.onEnd = (error) => stream.destroy(error);
    const client = new pg.Client({
      stream: () => stream,
      types: columnTypes,
      user: 'postgres',
      pipeline: true,
    });
    client.once('error', onLost);
    // It also reports that its stream is closed.
    client.on('error', () => undefined);
    await client.connect();
    return { client, worker };
  } catch (error) {
    await worker.stop();
    throw error;
  }
}
