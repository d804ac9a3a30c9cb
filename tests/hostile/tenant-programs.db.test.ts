import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { steadyWorstTurn } from '../../src/platform/testing/worst-turn.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const MOST_MS = 50;

/** A program that a customer writes must not keep the others waiting, however long it takes. */
describe('programs of tenants', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
  });
  after(() => service.close());

  const voice = { name: 'Anna', voice_id: 'af_heart' };
  const flowOf = (flow: object) => ({
    start: 'open',
    otherwise: 'Pardon?',
    states: { open: { rules: [] } },
    ...flow,
  });
  const post = async (path: string, body: object, expected: number) => {
    const answer = await customer.byKey('POST', path, body);
    assert.equal(answer.statusCode, expected, answer.body);
    return answer.json();
  };
  const assertQuick = async (work: () => Promise<unknown>) => {
    const worstMs = await steadyWorstTurn(work, { runs: 3, enoughMs: MOST_MS });
    assert.ok(worstMs <= MOST_MS, `a turn took ${Math.round(worstMs)} ms`);
  };

  test('schemas of functions are compiled beside the event loop, and those with too many branches refused', async () => {
    const tool = (name: string, branches: number) => ({
      type: 'client',
      name,
      description: 'Does something.',
      parameters: {
        type: 'object',
        properties: { a: { oneOf: Array.from({ length: branches }, () => ({})) } },
      },
    });
    const agent = (branches: number) => ({
      ...voice,
      flow: flowOf({}),
      tools: ['a', 'b', 'c', 'd'].map((name) => tool(name, branches)),
    });
    await assertQuick(async () => {
      const refused = await post('/api/v1/agents', agent(700), 400);
      assert.equal(refused.code, 'invalid_tools');
      assert.match(refused.error, /more than 100 branches in oneOf, anyOf and allOf/);
    });
    await assertQuick(() => post('/api/v1/agents', agent(100), 201));
  });

  test('answers of functions are checked beside the event loop, and not for ever', async () => {
    const call = { tool: 'list', arguments: {}, on_failure: { say: 'It failed.' } };
    const list = { type: 'array', items: { type: 'array' }, uniqueItems: true };
    const { id } = await post(
      '/api/v1/agents',
      {
        ...voice,
        flow: flowOf({ anywhere: [{ when: ['go'], say: 'Done.', call }] }),
        tools: [
          {
            type: 'client',
            name: 'list',
            description: 'Lists.',
            // Twenty times, so that it is too much for a fast machine too.
            result: { allOf: Array.from({ length: 20 }, () => list) },
          },
        ],
      },
      201,
    );
    const checks = { turns: [{ say: 'go' }] };
    const answer = (length: number) => ({ list: Array.from({ length }, (_, i) => [i]) });
    await assertQuick(async () => {
      const { turns } = await post(
        `/api/v1/agents/${id}/checks`,
        { ...checks, tool_results: answer(8_000) },
        200,
      );
      assert.equal(turns[0].reply, 'It failed.');
      assert.match(turns[0].tools[0].result.error, /takes more computing than a request may use/);
    });
    const { turns } = await post(
      `/api/v1/agents/${id}/checks`,
      { ...checks, tool_results: answer(12_000) },
      200,
    );
    assert.match(turns[0].tools[0].result.error, /larger than 64 kB, which no function may answer/);
    const fine = await post(`/api/v1/agents/${id}/checks`, { ...checks, tool_results: answer(3) }, 200);
    assert.equal(fine.turns[0].reply, 'Done.');
  });

  test('the largest flow is followed beside the event loop', async () => {
    const when = Array.from({ length: 20 }, (_, i) => `${'[a]*'.repeat(18)} {x:number} z${i}`);
    const rules = Array.from({ length: 50 }, () => ({ when, say: 'Yes.' }));
    const flow = flowOf({ states: { open: { rules } }, anywhere: rules });
    const { id } = await post('/api/v1/agents', { ...voice, flow }, 201);
    await assertQuick(async () => {
      const { turns } = await post(
        `/api/v1/agents/${id}/checks`,
        { turns: [{ say: 'a '.repeat(1_000) }] },
        200,
      );
      assert.equal(turns[0].reply, 'Pardon?');
    });
  });
});
