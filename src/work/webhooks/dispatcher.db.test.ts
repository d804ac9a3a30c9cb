import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type Database, sql } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { until } from '../../platform/testing/until.ts';
import { type Dispatcher, startDispatcher } from './dispatcher.ts';
import { openWebhooks, type TestWebhooks } from './testing/open-webhooks.ts';
import { videoFailed } from './testing/sample-events.ts';

const failed = () => videoFailed(prefixedId('job'));

describe('the dispatcher of a node', () => {
  let hooks: TestWebhooks;
  const held: ServerResponse[] = [];
  const dispatchers: Dispatcher[] = [];
  before(async () => {
    hooks = await openWebhooks();
  });
  beforeEach(() => {
    hooks.receiver.answer = (_request, response) => held.push(response);
  });
  afterEach(async () => {
    hooks.receiver.answer = (_request, response) => response.end();
    for (const response of held.splice(0)) response.end();
    await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.close()));
    await sql`DELETE FROM webhook_deliveries`.execute(hooks.db);
    hooks.receiver.received.length = 0;
  });
  after(() => hooks.close());

  async function start(
    limits = {},
    database: Pick<Database, 'listen'> = hooks.database,
  ): Promise<Dispatcher> {
    const rules = { ...hooks.deps.rules, ...limits };
    const dispatcher = await startDispatcher({ ...hooks.deps, database, rules });
    dispatchers.push(dispatcher);
    return dispatcher;
  }
  const ends = async (accountId: string) =>
    (await hooks.log(accountId)).map(({ status, error }) => error ?? status);
  const arrived = (count: number) => until(() => hooks.receiver.received.length >= count);

  test('sends nothing while a restored copy is held', async () => {
    const accountId = await hooks.openAccount({ url: hooks.receiver.url });
    let held = true;
    let looks = 0;
    const isHeld = (): boolean => {
      looks += 1;
      return held;
    };
    const { deps, database } = hooks;
    dispatchers.push(await startDispatcher({ ...deps, database, hold: { isHeld } }));
    await hooks.announce(accountId, failed());
    await until(() => looks >= 2);
    assert.equal(hooks.receiver.received.length, 0);
    held = false;
    await hooks.announce(accountId, failed());
    await arrived(2);
  });

  test('sends events while it runs; closing waits for the response and sends nothing more', async () => {
    const accountId = await hooks.openAccount({ url: hooks.receiver.url });
    let listening = true;
    const listen: Database['listen'] = async (...args) => {
      const unlisten = await hooks.database.listen(...args);
      return async () => {
        await unlisten();
        listening = false;
      };
    };
    const dispatcher = await start({ perHost: 1 }, { listen });
    await hooks.announce(accountId, failed());
    await hooks.announce(accountId, failed());
    await arrived(1);
    let closed = false;
    const closing = dispatcher.close().then(() => {
      closed = true;
    });
    // A claim may be under way when it is told to close. It finds the host busy as long as the response is held.
    await until(() => !listening);
    assert.deepEqual([closed, dispatcher.running()], [false, false]);
    held.pop()?.end();
    await closing;
    assert.deepEqual((await ends(accountId)).sort(), ['delivered', 'pending']);
    assert.equal(hooks.receiver.received.length, 1);
  });

  test('sends no more at once than the node has places for, and the next when one ends', async () => {
    const accounts = await Promise.all(
      [1, 2, 3, 4, 5].map(() => hooks.openAccount({ url: hooks.receiver.url })),
    );
    for (const accountId of accounts) await hooks.announce(accountId, failed());
    const dispatcher = await start({ perNode: 4 });
    await arrived(4);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(hooks.receiver.received.length, 4);
    held.shift()?.end();
    await arrived(5);
    for (const response of held.splice(0)) response.end();
    await dispatcher.close();
    for (const accountId of accounts) assert.deepEqual(await ends(accountId), ['delivered']);
  });

  test('three nodes on one database send each event once', async () => {
    hooks.receiver.answer = (_request, response) => response.end();
    const accounts = await Promise.all(
      [1, 2, 3, 4].map(() => hooks.openAccount({ url: hooks.receiver.url })),
    );
    const nodes = await Promise.all([start(), start(), start()]);
    await Promise.all(
      accounts.flatMap((accountId) => Array.from({ length: 10 }, () => hooks.announce(accountId, failed()))),
    );
    await arrived(40);
    await Promise.all(nodes.map((node) => node.close()));
    const ids = hooks.receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size], [40, 40]);
  });
});
