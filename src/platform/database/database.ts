import type { Kysely, RawBuilder, Transaction } from 'kysely';

/** Tables are typed where they are read (`sql<Row>`), so the handle itself declares none. */
type Tables = Record<string, never>;

/** A transaction is accepted too: Kysely's `Transaction` is a `Kysely`. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** A piece of SQL with its values. */
export type Sql = RawBuilder<unknown>;

export type Database = {
  db: Db;
  kind: 'pglite' | 'postgres';
  /** Calls back for every NOTIFY on the channel, from any node. Resolves to a function that stops listening. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};
