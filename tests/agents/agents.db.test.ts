import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const AGENT = { name: 'Anna', voice_id: 'af_heart', system_prompt: 'You are Anna.' };
const FLOW = {
  start: 'open',
  otherwise: 'Pardon?',
  states: { open: { rules: [{ when: ['hello'], say: 'Hello.' }] } },
};

describe('agents', () => {
  let service: TestService;
  let owner: Customer;
  before(async () => {
    // Nobody answers there: these tests hold no conversation.
    service = await openTestService({ llm: 'http://127.0.0.1:9/v1' });
    owner = await openCustomer(service);
  });
  after(() => service.close());

  async function create(by: Customer, change: object = {}): Promise<string> {
    const reply = await by.byKey('POST', '/api/v1/agents', { ...AGENT, ...change });
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json().id;
  }

  test('an agent is created, read, changed and deleted; null removes a field', async () => {
    const id = await create(owner, {
      flow: FLOW,
      temperature: 0.3,
      limits: { idle_seconds: 60 },
      language: null,
    });
    const { created_at, updated_at, ...agent } = (
      await owner.bySession('GET', `/api/v1/agents/${id}`)
    ).json();
    const rest = {
      flow: FLOW,
      temperature: 0.3,
      limits: { idle_seconds: 60 },
      mind: 'flow',
      disclosure: 'spoken',
    };
    assert.deepEqual(agent, { id, ...AGENT, ...rest });
    service.clock.advanceMs(1_000);
    const change = { name: 'Ben', flow: null, first_message: 'Hello.' };
    const changed = (await owner.byKey('PATCH', `/api/v1/agents/${id}`, change)).json();
    assert.equal(changed.name, 'Ben');
    assert.equal(changed.mind, 'model');
    assert.equal('flow' in changed, false);
    assert.notEqual(changed.updated_at, updated_at);
    assertError(await owner.byKey('PATCH', `/api/v1/agents/${id}`, { system_prompt: null }), 400);
    assert.equal((await owner.byKey('DELETE', `/api/v1/agents/${id}`)).statusCode, 204);
    assertError(await owner.byKey('GET', `/api/v1/agents/${id}`), 404, 'agent_not_found');
  });

  test('lists them page by page, newest first; a repeat with its Idempotency-Key creates no second', async () => {
    const customer = await openCustomer(service);
    const ids: string[] = [];
    for (const name of ['one', 'two']) {
      service.clock.advanceMs(1);
      ids.unshift(await create(customer, { name }));
    }
    service.clock.advanceMs(1);
    const send = () => customer.byKey('POST', '/api/v1/agents', AGENT, { 'idempotency-key': 'one' });
    const first = await send();
    const again = await send();
    assert.deepEqual(again.json(), first.json());
    ids.unshift(first.json().id);
    const page = (await customer.byKey('GET', '/api/v1/agents?limit=2')).json();
    const rest = (await customer.byKey('GET', `/api/v1/agents?cursor=${page.next_cursor}`)).json();
    assert.deepEqual(
      [...page.agents, ...rest.agents].map((agent: { id: string }) => agent.id),
      ids,
    );
  });

  test('404: an agent of another account', async () => {
    const id = await create(owner);
    const thief = await openCustomer(service);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      assertError(
        await thief.byKey(method, `/api/v1/agents/${id}`, method === 'PATCH' ? {} : undefined),
        404,
      );
    assert.deepEqual((await thief.byKey('GET', '/api/v1/agents')).json().agents, []);
    assert.equal((await owner.byKey('GET', `/api/v1/agents/${id}`)).statusCode, 200);
  });

  test('says in words what is wrong with an agent', async () => {
    const refuse = async (change: object, status: number, code: string, text?: RegExp) => {
      const reply = await owner.byKey('POST', '/api/v1/agents', { ...AGENT, ...change });
      assertError(reply, status, code);
      if (text) assert.match(reply.json().error, text);
    };
    await refuse({ name: '' }, 400, 'invalid_request');
    await refuse({ instructions: 'x' }, 400, 'invalid_request');
    await refuse({ system_prompt: null }, 400, 'invalid_request', /system_prompt.*or a flow/);
    await refuse({ temperature: 3 }, 400, 'invalid_request');
    await refuse({ limits: { idle_seconds: 1 } }, 400, 'invalid_request');
    await refuse({ voice_id: 'nobody' }, 404, 'voice_not_found');
    await refuse({ language: 'tlh' }, 400, 'unsupported_language');
    await refuse({ model: 'gpt' }, 400, 'unknown_model', /Use tiny/);
    await refuse({ flow: { ...FLOW, start: 'x' } }, 400, 'invalid_flow', /flow\.start names no state: "x"/);
    const bad = { open: { rules: [{ when: ['(hello'] }] } };
    await refuse(
      { flow: { ...FLOW, states: bad } },
      400,
      'invalid_flow',
      /rules\.0\.when\.0 "\(" is not closed/,
    );
  });
});

describe('agents on a server without a language model', () => {
  let service: TestService;
  let owner: Customer;
  before(async () => {
    service = await openTestService();
    owner = await openCustomer(service);
  });
  after(() => service.close());

  const assertRefused = (reply: Awaited<ReturnType<Customer['byKey']>>) => {
    assertError(reply, 400, 'model_not_configured');
    assert.match(reply.json().error, /needs a flow.*LLM_BASE_URL/);
  };

  test('400: one without a flow is neither made nor left by a change', async () => {
    assertRefused(await owner.byKey('POST', '/api/v1/agents', AGENT));
    assertRefused(await owner.byKey('POST', '/api/v1/agents', { ...AGENT, model: 'tiny' }));
    const made = await owner.byKey('POST', '/api/v1/agents', { ...AGENT, flow: FLOW });
    assert.equal(made.statusCode, 201, made.body);
    const path = `/api/v1/agents/${made.json().id}`;
    assertRefused(await owner.byKey('PATCH', path, { flow: null }));
    assert.equal((await owner.byKey('GET', path)).json().mind, 'flow');
    assert.equal((await owner.byKey('GET', '/api/v1/agents')).json().agents.length, 1);
  });

  test('one from when there was a model stays, can be changed, and can be given a flow', async () => {
    const { id } = (await owner.byKey('POST', '/api/v1/agents', { ...AGENT, flow: FLOW })).json();
    const path = `/api/v1/agents/${id}`;
    const { name: _, ...settings } = AGENT;
    await sql`UPDATE agents SET settings = ${JSON.stringify(settings)}::json WHERE id = ${id}`.execute(
      service.db,
    );
    const renamed = await owner.byKey('PATCH', path, { name: 'Ben' });
    assert.deepEqual([renamed.json().name, renamed.json().mind], ['Ben', 'model'], renamed.body);
    assert.equal((await owner.byKey('PATCH', path, { flow: FLOW })).json().mind, 'flow');
  });
});
