import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

export type PreparedClient = PostgresPoolClient;

/** Text built at run time (lists of columns, say) must not fill the server with plans that are used once. */
const MAX_NAMED = 500;

/** Parses and plans each statement text once per connection instead of at every call. */
export function preparedQuery(
  client: pg.Client | pg.PoolClient,
  release: (destroy?: boolean) => void,
): PreparedClient {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMED) return known;
    const name = `vox_${names.size}`;
    names.set(text, name);
    return name;
  };
  const query = (text: string, values: readonly unknown[]) => {
    // Without values the simple protocol is one message shorter, and may hold several statements.
    if (values.length === 0) return client.query(text);
    const name = nameOf(text);
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };
  const giveBack = (destroy?: boolean): void => {
    // Somebody's BEGIN without an end would swallow the next holder's writes.
    const isIdle = client.getTransactionStatus() === 'I';
    if (isIdle || destroy) release(destroy);
    else
      client.query('rollback').then(
        () => release(),
        () => release(true),
      );
  };
  // Kysely also types a cursor overload, which this code base never uses.
  return { query: query as unknown as PreparedClient['query'], release: giveBack };
}
