import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { prefixedId } from '../../platform/ids.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { createDispatcher } from './dispatcher.ts';
import { NodeStopping } from './errors.ts';
import type { Attempt } from './jobs.ts';
import { openWebhooks, type TestWebhooks } from './testing/open-webhooks.ts';
import { videoFailed } from './testing/sample-events.ts';

const failed = () => videoFailed(prefixedId('job'));

describe('the dispatcher of a node', () => {
  let hooks: TestWebhooks;
  const held: ServerResponse[] = [];
  before(async () => {
    hooks = await openWebhooks();
    hooks.receiver.answer = (_request, response) => held.push(response);
  });
  after(() => hooks.close());

  /** A node, and what its queue would call. */
  const openNode = (perAccount = 4) => {
    let begin: ((attempt: Attempt) => Promise<void>) | undefined;
    const register: Queue['register'] = (_job, handler) => {
      ({ begin } = handler as { begin: (attempt: Attempt) => Promise<void> });
    };
    const rules = { ...hooks.deps.rules, perAccount, perHost: perAccount };
    const dispatcher = createDispatcher({ ...hooks.deps, rules, queue: { ...hooks.queue, register } });
    return { dispatcher, begin: (attempt: Attempt) => begin?.(attempt) };
  };
  const queue = async (accountId: string): Promise<Attempt> => {
    await hooks.announce(accountId, failed());
    const [attempt] = hooks.queued.splice(0);
    assert.ok(attempt);
    return attempt;
  };
  const arrived = async (count: number) => {
    while (hooks.receiver.received.length < count) await new Promise(setImmediate);
  };

  test('a job ends with the claim; closing waits for the answer and begins nothing more', async () => {
    const accountId = await hooks.openAccount({ url: hooks.receiver.url });
    const { dispatcher, begin } = openNode();
    const [first, second] = [await queue(accountId), await queue(accountId)];
    await begin(first);
    await arrived(1);
    let closed = false;
    const closing = dispatcher.close().then(() => {
      closed = true;
    });
    await assert.rejects(async () => begin(second), NodeStopping);
    assert.equal(closed, false);
    held.pop()?.end();
    await closing;
    const statuses = (await hooks.log(accountId)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), ['delivered', 'pending']);
    assert.equal(hooks.receiver.received.length, 1);
  });

  test('sixteen visits at once, and the next when one of them ends', async () => {
    hooks.receiver.received.length = 0;
    const accountId = await hooks.openAccount({ url: hooks.receiver.url });
    const { dispatcher, begin } = openNode(100);
    for (let count = 0; count < 16; count += 1) await begin(await queue(accountId));
    await arrived(16);
    const seventeenth = begin(await queue(accountId));
    const waiting = (await hooks.log(accountId)).filter(({ status }) => status === 'pending');
    assert.deepEqual([waiting.length, hooks.receiver.received.length], [1, 16]);
    held.pop()?.end();
    await seventeenth;
    await arrived(17);
    for (const response of held.splice(0)) response.end();
    await dispatcher.close();
    assert.ok((await hooks.log(accountId)).every(({ status }) => status === 'delivered'));
  });
});
