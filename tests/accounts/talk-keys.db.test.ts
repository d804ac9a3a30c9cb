import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const FLOW = { start: 'a', otherwise: 'Hm.', states: { a: { rules: [] } } };

describe('keys that may talk', () => {
  let service: TestService;
  let owner: Customer;
  let agents: string[];
  before(async () => {
    service = await openTestService();
    owner = await openCustomer(service);
    await (await openAdmin(service)).setPlan(owner, 'developer');
    const agent = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', flow: FLOW };
    const made = await Promise.all([1, 2].map(() => owner.byKey('POST', '/api/v1/agents', agent)));
    agents = made.map((reply) => reply.json().id);
  });
  after(() => service.close());

  const call = (key: string) => stranger(service, { authorization: `Bearer ${key}` });

  async function browser(body: object = {}) {
    const made = await owner.byKey('POST', '/api/v1/ephemeral-keys', { permissions: ['talk'], ...body });
    assert.equal(made.statusCode, 201, made.body);
    return { made: made.json(), call: call(made.json().api_key) };
  }

  type Call = Customer['byKey'];
  const start = (by: Call, agent = agents[0]) => by('POST', `/api/v1/agents/${agent}/conversations`);
  const startedBy = async (by: Call): Promise<string> => {
    const reply = await start(by);
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json().id;
  };
  const say = (by: Call, id: string) => by('POST', `/api/v1/conversations/${id}/turns`, { text: 'Hello.' });
  const end = (by: Call, id: string) => by('POST', `/api/v1/conversations/${id}/end`);
  /** Without an upgrade the answer tells whether the socket would be opened. */
  const resume = (by: Call, id: string, agent = agents[0]) =>
    by('GET', `/api/v1/agents/${agent}/live?conversation_id=${id}`);

  test('one takes part in the conversations that it started, and in no other of the account', async () => {
    const one = await browser();
    const two = await browser({ agent_id: agents[0] });
    const session = await owner.bySession('POST', '/api/keys', { ephemeral: true });
    const ofConsole = call(session.json().api_key);
    const foreign = await Promise.all([
      startedBy(one.call),
      startedBy(owner.byKey),
      startedBy(owner.bySession),
    ]);
    for (const by of [two.call])
      for (const id of foreign) {
        assertError(await say(by, id), 404, 'conversation_not_found');
        assertError(await end(by, id), 404, 'conversation_not_found');
        assertError(await resume(by, id), 404, 'conversation_not_found');
      }
    assertError(await end(ofConsole, foreign[0] ?? ''), 404, 'conversation_not_found');
    const own = await startedBy(two.call);
    assert.equal((await say(two.call, own)).statusCode, 200);
    assertError(await resume(two.call, own), 400, 'socket_required');
    assert.equal((await end(two.call, own)).json().status, 'ended');
    for (const id of foreign) assert.equal((await end(owner.byKey, id)).json().status, 'ended');
  });

  test('a lasting key with the whole group reaches every conversation; one that only uses it, its own', async () => {
    const lasting = async (permissions: string[]) =>
      call((await owner.bySession('POST', '/api/keys', { permissions })).json().api_key);
    const whole = await lasting(['talk']);
    const half = await lasting(['talk:use']);
    const one = await startedBy(owner.byKey);
    const two = await startedBy(half);
    assertError(await end(half, one), 404, 'conversation_not_found');
    for (const id of [one, two]) assert.equal((await end(whole, id)).json().status, 'ended');
  });

  test('one that was made for an agent talks to no other, and goes with it', async () => {
    const { id } = (
      await owner.byKey('POST', '/api/v1/agents', {
        name: 'Ben',
        voice_id: 'af_heart',
        disclosure: 'none',
        flow: FLOW,
      })
    ).json();
    const bound = await browser({ agent_id: id });
    assert.deepEqual([bound.made.agent_id, bound.made.permissions], [id, ['talk:use']]);
    assertError(await start(bound.call), 403, 'key_permission_denied');
    assertError(await bound.call('GET', `/api/v1/agents/${agents[0]}/live`), 403, 'key_permission_denied');
    assertError(await bound.call('GET', `/api/v1/agents/${id}/live`), 400, 'socket_required');
    assert.equal((await start(bound.call, id)).statusCode, 201);
    await owner.byKey('DELETE', `/api/v1/agents/${id}`);
    assertError(await start(bound.call, id), 401);
  });

  test('404: an agent of another account; 400: an agent without the permission to talk', async () => {
    const other = await openCustomer(service);
    const ask = (by: Customer, body: object) =>
      by.byKey('POST', '/api/v1/ephemeral-keys', { agent_id: agents[0], ...body });
    assertError(await ask(other, { permissions: ['talk'] }), 404, 'agent_not_found');
    assertError(await ask(owner, { permissions: ['speech'] }), 400, 'invalid_request');
    assertError(await ask(owner, { permissions: ['talk:read'] }), 400, 'invalid_request');
  });
});
