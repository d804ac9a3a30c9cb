import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';

export type PreparedClient = PostgresPoolClient;

/** SQL built at run time (such as column lists) must not fill the server with plans that are used once. */
const MAX_NAMED = 500;

/** Parses and plans each statement text once per connection instead of at every call. */
export function preparedQuery(
  client: pg.Client | pg.PoolClient,
  release: (destroy?: boolean) => void,
): PreparedClient {
  const names = new Map<string, string>();
  let named = 0;
  let isStatusKnown = true;

  const rename = (text: string): void => {
    named += 1;
    names.set(text, `vox_${named}`);
  };

  const run = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (!names.has(text) && names.size < MAX_NAMED) rename(text);
    const name = names.get(text);
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };

  const answer = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    // The simple protocol takes no values. It is one message shorter, and allows several statements.
    if (values.length === 0) return client.query(text);
    try {
      return await run(text, values);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      rename(text);
      // Inside a transaction, the failure has already aborted it.
      if (client.getTransactionStatus() !== 'I') throw error;
      return run(text, values);
    }
  };

  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (text === 'begin') return begin(client);
    // The error arrives before the server reports the state of the transaction.
    isStatusKnown = false;
    const result = await answer(text, values);
    isStatusKnown = true;
    return result;
  };

  const giveBack = (destroy?: boolean): void => {
    const isIdle = isStatusKnown && client.getTransactionStatus() === 'I';
    if (isIdle || destroy) release(destroy);
    else
      endOpenTransaction(client).then(
        () => release(),
        () => release(true),
      );
  };

  // Kysely also types a cursor overload, which this code base never uses.
  return { query: query as unknown as PreparedClient['query'], release: giveBack };
}

/** A BEGIN without an end would swallow the next holder's writes. */
async function endOpenTransaction(client: pg.Client | pg.PoolClient): Promise<void> {
  await client.query(''); // Its answer comes after the state that the last error left behind.
  if (client.getTransactionStatus() !== 'I') await client.query('rollback');
}

/** Does not wait for the answer: the connection pipelines, so the first statement follows at once and the
 * transaction is a round trip shorter. A BEGIN fails only where every later statement fails too. */
function begin(client: pg.Client | pg.PoolClient): object {
  client.query('begin').catch(() => undefined);
  return { command: 'BEGIN', rowCount: null, rows: [] };
}

/** A migration, on this node or another, changed the columns of a `select *`. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}
