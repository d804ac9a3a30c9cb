import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { preparedQuery } from './prepared-query.ts';

/** Reports an error at once but its transaction state only with the next response, like a server with split packets. */
function serverWithSplitPackets() {
  const sent: string[] = [];
  let status: 'I' | 'E' = 'I';
  let real: 'I' | 'E' = 'I';
  const client = {
    async query(query: string | { text: string }) {
      const text = typeof query === 'string' ? query : query.text;
      sent.push(text);
      if (text.startsWith('begin;')) {
        real = 'E';
        throw new Error('division by zero');
      }
      if (text === 'rollback') real = 'I';
      status = real;
      return { rows: [] };
    },
    getTransactionStatus: () => status,
  };
  return { client: client as unknown as pg.PoolClient, sent };
}

test('an error inside a script ends the transaction before the connection is returned, however late its state arrives', async () => {
  const { client, sent } = serverWithSplitPackets();
  const released = Promise.withResolvers<boolean | undefined>();
  const prepared = preparedQuery(client, released.resolve);
  await assert.rejects(prepared.query('begin; select 1 / 0; commit', []));
  prepared.release();
  assert.equal(await released.promise, undefined);
  assert.equal(sent.at(-1), 'rollback');
});

test('a connection without an error is returned without another round trip', async () => {
  const { client, sent } = serverWithSplitPackets();
  const released = Promise.withResolvers<boolean | undefined>();
  const prepared = preparedQuery(client, released.resolve);
  await prepared.query('select 1', []);
  prepared.release();
  await released.promise;
  assert.deepEqual(sent, ['select 1']);
});
