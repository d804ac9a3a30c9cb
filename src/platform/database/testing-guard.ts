import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, Tx } from './database.ts';

const transactions = new AsyncLocalStorage<{ open: boolean }>();

/**
 * PGlite has one connection: a query on the database inside a transaction waits for that transaction, which waits for the
 * query. A server answers it, so on a server this makes it fail.
 */
export function refuseQueriesBesideTransactions(db: Db): void {
  const getExecutor = db.getExecutor.bind(db);
  const begin = db.transaction.bind(db);
  function refuse(): void {
    if (transactions.getStore()?.open)
      throw new Error(
        'This would wait for ever on PGlite: a transaction is open, and the query is not part of it.',
      );
  }
  db.getExecutor = () => {
    refuse();
    return getExecutor();
  };
  db.transaction = () => {
    refuse();
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = <T>(work: (tx: Tx) => Promise<T>) =>
      execute(async (tx) => {
        const transaction = { open: true };
        try {
          return await transactions.run(transaction, () => work(tx));
        } finally {
          // Work that was started inside and goes on may use the database now.
          transaction.open = false;
        }
      });
    return builder;
  };
}
