import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { BROWSER_PERMISSIONS } from '../../src/http/index.ts';
import { assertError } from '../support/assert-error.ts';
import {
  type Customer,
  HELLO,
  HELLO_CREDITS,
  openAdmin,
  openCustomer,
  stranger,
} from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { accepts, type Operation, operationsOf, readDocument } from '../support/operations.ts';
import { postForm } from '../support/post-form.ts';
import { SOUND_ROUTES } from '../support/sound-routes.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe("keys for the browsers of a customer's users", () => {
  let service: TestService;
  let chat: ChatServer;
  before(async () => {
    chat = await openChatServer();
    service = await openTestService({ lips: true, llm: chat.baseUrl });
  });
  after(async () => {
    await service.close();
    await chat.close();
  });

  async function browserOf(owner: Customer, body: object = {}) {
    const reply = await owner.byKey('POST', '/api/v1/ephemeral-keys', { permissions: ['speech'], ...body });
    assert.equal(reply.statusCode, 201, reply.body);
    const call = stranger(service, { authorization: `Bearer ${reply.json().api_key}` });
    return { call, speak: () => call('POST', '/api/v1/tts', HELLO) };
  }

  async function keyOf(owner: Customer): Promise<string> {
    return (await owner.bySession('GET', '/api/keys')).json().keys[0].id;
  }

  test('402: one spends its own limit and no more; the usage is that of the API key', async () => {
    const owner = await openCustomer(service);
    const browser = await browserOf(owner, { credit_limit: 3 * HELLO_CREDITS });
    const replies = await Promise.all(Array.from({ length: 6 }, browser.speak));
    assert.equal(replies.filter(({ statusCode }) => statusCode === 200).length, 3);
    assertError(await browser.speak(), 402, 'key_limit_reached');
    const { credits } = await owner.figures();
    assert.equal(credits.used, 3 * HELLO_CREDITS);
    service.clock.advanceMs(1);
    const { usage } = (await owner.bySession('GET', '/api/usage?group_by=key')).json();
    assert.deepEqual(
      usage.map((row: { group: string; credits: number }) => [row.group, row.credits]),
      [[await keyOf(owner), 3 * HELLO_CREDITS]],
    );
    assert.deepEqual((await owner.bySession('GET', '/api/billing/key-limits')).json().key_limits, []);
  });

  test('402: talking to an agent counts against the limit too, and only its owner may check it', async () => {
    const owner = await openCustomer(service);
    const flow = { start: 'a', otherwise: 'Hm.', states: { a: { rules: [] } } };
    const post = async (path: string, body: object) => (await owner.byKey('POST', path, body)).json();
    const agent = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none' };
    const { id: onFlow } = await post('/api/v1/agents', { ...agent, flow });
    const { id: onModel } = await post('/api/v1/agents', { ...agent, system_prompt: 'Be brief.' });
    const { call: byKey } = await browserOf(owner, { credit_limit: 5, permissions: ['talk'] });
    const { id } = (await byKey('POST', `/api/v1/agents/${onFlow}/conversations`)).json();
    const turn = await postForm({ byKey }, `/api/v1/conversations/${id}/turns`, { audio: sound(2) });
    assertError(turn, 402, 'key_limit_reached');
    const checks = { turns: [{ say: 'More than five characters.' }] };
    const check = await byKey('POST', `/api/v1/agents/${onModel}/checks`, checks);
    assertError(check, 403, 'key_permission_denied');
    assert.equal((await owner.figures()).credits.used, 0);
  });

  test('402: all of them together stay within the monthly limit of the API key; others are not touched', async () => {
    const owner = await openCustomer(service);
    const other = await openCustomer(service);
    await owner.bySession('PATCH', `/api/keys/${await keyOf(owner)}`, {
      monthly_credit_limit: 2 * HELLO_CREDITS,
    });
    const one = await browserOf(owner);
    const two = await browserOf(owner, { credit_limit: 1_000 });
    assert.equal((await one.speak()).statusCode, 200);
    assert.equal((await two.speak()).statusCode, 200);
    for (const speak of [one.speak, two.speak, () => owner.speak()])
      assertError(await speak(), 402, 'key_limit_reached');
    assert.equal((await (await browserOf(other)).speak()).statusCode, 200);
    assert.equal((await other.figures()).credits.used, HELLO_CREDITS);
  });

  test('402: whatever costs credits is refused to a key that has none', async () => {
    const owner = await openCustomer(service);
    await (await openAdmin(service)).setPlan(owner, 'creator');
    const permissions = ['speech', 'music', 'sound_effects', 'video', 'generate', 'voices'];
    const { call } = await browserOf(owner, { permissions, credit_limit: 0 });
    const costs: [string, object][] = [
      ['/api/v1/tts', HELLO],
      ['/api/v1/tts/stream', HELLO],
      ['/v1/audio/speech', { model: 'tts-1', input: 'Hello', voice: 'alloy' }],
      ...SOUND_ROUTES.map(({ path, order }): [string, object] => [path, order]),
      ['/api/v1/avatar', HELLO],
      ['/api/voices/design/preview', { prompt: 'A warm, slightly husky woman in her sixties' }],
      ['/api/v1/generate', { text: 'Hello there.' }],
      ['/api/v1/generate/batch', { items: [{ text: 'Hello there.' }] }],
    ];
    for (const [url, body] of costs) assertError(await call('POST', url, body), 402, 'key_limit_reached');
    assert.equal((await owner.figures()).credits.used, 0);
  });

  test('with every permission there is, one reaches nothing of the account', async () => {
    const { call } = await browserOf(await openCustomer(service), { permissions: BROWSER_PERMISSIONS });
    const closed = operationsOf(await readDocument(service)).filter((operation) => {
      const { security = [], 'x-permission': group = '' } = operation as Operation & {
        'x-permission'?: string;
      };
      const isOpen = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
      return (
        !isOpen && (!accepts(operation, 'apiKey') || /^(billing|webhooks|marketplace|agents):/.test(group))
      );
    });
    assert.ok(closed.length > 60, `${closed.length} operations`);
    for (const { name, method, path } of closed) {
      const reply = await call(method as 'GET', path.replace(/\{\w+\}/g, 'x'));
      assert.ok([401, 403].includes(reply.statusCode), `${name} answers ${reply.statusCode}`);
    }
  });
});
