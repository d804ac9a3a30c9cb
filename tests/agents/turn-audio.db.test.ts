import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { agentData, sweepTurnAudio } from '../../src/media/agents/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { testLog } from '../../src/platform/testing/test-log.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const DAY_MS = 24 * 3_600_000;
const FLOW = { start: 'a', otherwise: 'Yes.', states: { a: { rules: [] } } };

describe('the sound of callers', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  const said = sound(1);
  async function open(change: object = {}) {
    const customer = await openCustomer(service);
    const agent = {
      name: 'Anna',
      voice_id: 'af_heart',
      disclosure: 'none',
      flow: FLOW,
      keep_audio: true,
      ...change,
    };
    const { id: agentId } = (await customer.byKey('POST', '/api/v1/agents', agent)).json();
    const { id } = (await customer.byKey('POST', `/api/v1/agents/${agentId}/conversations`)).json();
    return { customer, path: `/api/v1/conversations/${id}`, id };
  }
  const speak = async (customer: Customer, path: string, headers = {}) =>
    postForm(customer, `${path}/turns`, { audio: said }, headers);
  const keysOf = async ({ accountId }: Customer) => {
    const { rows } = await sql<{ key: string }>`
      SELECT audio_key AS key FROM conversation_turns
      WHERE account_id = ${accountId}::uuid AND audio_key IS NOT NULL`.execute(service.db);
    return rows.map(({ key }) => key);
  };
  const looseObjects = async () => {
    const { rows } = await sql<{ key: string }>`
      SELECT object_key AS key FROM loose_objects WHERE object_key LIKE 'conversations/%'`.execute(
      service.db,
    );
    return rows;
  };
  const deps = () => ({ ...service, log: testLog });
  const get = (url: string) => service.app.inject({ url: url.replace('http://localhost', '') });

  test('is kept only if the agent keeps it, and opened by its signed URL or its owner', async () => {
    const { customer, path } = await open();
    const turn = (await speak(customer, path)).json();
    const file = await get(turn.caller_audio_url);
    assert.equal(file.statusCode, 200);
    assert.deepEqual(file.rawPayload, said);
    const streamed = (await speak(customer, path, { accept: 'text/event-stream' })).body;
    assert.match(streamed, /"caller_audio_url":"http/);
    const { turns } = (await customer.byKey('GET', path)).json();
    assert.equal(turns.length, 2);
    for (const one of turns) assert.equal((await get(one.caller_audio_url)).rawPayload.length, said.length);
    const audio = `${path}/turns/1/audio`;
    assert.equal((await customer.byKey('GET', audio)).statusCode, 200);
    const thief = await openCustomer(service);
    assertError(await thief.byKey('GET', audio), 404, 'audio_gone');
    assert.equal((await get(audio)).statusCode, 401);
    assertError(await customer.byKey('GET', `${path}/turns/9/audio`), 404, 'audio_gone');
    const forgetful = await open({ keep_audio: null });
    assert.equal((await speak(forgetful.customer, forgetful.path)).json().caller_audio_url, null);
    assert.deepEqual(await keysOf(forgetful.customer), []);
    const typed = (await customer.byKey('POST', `${path}/turns`, { text: 'Hello' })).json();
    assert.equal(typed.caller_audio_url, null);
  });

  test('of a turn that fails is not kept', async () => {
    const { customer, path } = await open();
    service.speech.beforeChunk = async () => {
      throw new Error('the engine broke');
    };
    assertError(await speak(customer, path), 500);
    service.speech.beforeChunk = null;
    assert.deepEqual(await keysOf(customer), []);
    assert.deepEqual(await looseObjects(), []);
  });

  test('goes with the conversation, after 30 days, and with the account', async () => {
    const gone = async (key: string | undefined) => assert.equal(await service.storage.get(key ?? ''), null);
    const deleted = await open();
    await speak(deleted.customer, deleted.path);
    const [first] = await keysOf(deleted.customer);
    assert.ok(first && (await service.storage.head(first)));
    assert.equal((await deleted.customer.byKey('DELETE', deleted.path)).statusCode, 204);
    await gone(first);

    const old = await open();
    const other = await open();
    await speak(old.customer, old.path);
    const [second] = await keysOf(old.customer);
    service.clock.advanceMs(29 * DAY_MS);
    assert.equal(await sweepTurnAudio(deps()), 0);
    service.clock.advanceMs(2 * DAY_MS);
    while ((await sweepTurnAudio(deps())) > 0);
    await gone(second);
    const [turn] = (await old.customer.byKey('GET', old.path)).json().turns;
    assert.deepEqual([turn.reply, turn.caller_audio_url], ['Yes.', null]);

    const { id: agentId } = (await other.customer.byKey('GET', '/api/v1/agents')).json().agents[0];
    const { id } = (await other.customer.byKey('POST', `/api/v1/agents/${agentId}/conversations`)).json();
    await speak(other.customer, `/api/v1/conversations/${id}`);
    const [third] = await keysOf(other.customer);
    const data = agentData(deps());
    const paths: string[] = [];
    for await (const entry of data.entries?.(other.customer.accountId) ?? []) paths.push(entry.path);
    assert.ok(paths.includes(`conversations/${id}/1.caller.audio`), paths.join());
    await data.erase(other.customer.accountId);
    await gone(third);
    assert.deepEqual(await looseObjects(), []);
  });
});
