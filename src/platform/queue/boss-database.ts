import { CompiledQuery } from 'kysely';
import type { Db as BossDatabase } from 'pg-boss';
import type { Database, Db } from '../database/index.ts';

/** pg-boss on the service's own connections; its schema scripts hold many statements and their own BEGIN. */
export function bossDatabase(database: Database): BossDatabase {
  return {
    ...queriesOn(database.db),
    async listen(channel, onNotification, onReconnect) {
      const close = await database.listen(channel, onNotification);
      onReconnect();
      return { close };
    },
  };
}

/** For a send inside the caller's transaction. */
export function queriesOn(db: Db): BossDatabase {
  return {
    async executeSql(text, values = []) {
      const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, values));
      // Of a script with many statements there is no one result.
      return { rows: rows ?? [] };
    },
  };
}
