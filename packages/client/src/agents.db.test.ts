import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openCustomer } from '../../../tests/support/customer.ts';
import { sound } from '../../../tests/support/media-files.ts';
import { openTestService, type TestService } from '../../../tests/support/test-service.ts';
import { createClient, NotFoundError, type TurnEvent, type VoxHumana } from './index.ts';

const ANNA = {
  name: 'Anna',
  voice_id: 'af_heart',
  first_message: 'Hello, how can I help?',
  flow: {
    start: 'open',
    otherwise: 'Sorry?',
    states: { open: { rules: [{ when: ['table for {people:number}'], say: 'A table for {people}.' }] } },
    anywhere: [{ when: ['goodbye'], say: 'Goodbye.', end: true }],
  },
};

describe('agents with the client, against the service', () => {
  let service: TestService;
  let client: VoxHumana;
  let agent: string;
  before(async () => {
    service = await openTestService();
    const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    client = createClient({ baseUrl, apiKey: (await openCustomer(service)).apiKey });
    agent = (await client.agents.create(ANNA)).id;
  });
  after(() => service.close());

  test('are created, listed, changed, checked and deleted', async () => {
    const made = await client.agents.create({ ...ANNA, name: 'Bert' });
    const names: string[] = [];
    for await (const { name } of client.agents.list({ limit: 1 })) names.push(name);
    assert.deepEqual(names.sort(), ['Anna', 'Bert']);
    const changed = await client.agents.update(made.id, { first_message: null });
    assert.deepEqual([changed.first_message ?? null, changed.mind], [null, 'flow']);
    const checks = { turns: [{ say: 'a table for two', expect: { contains: ['table for 2'] } }] };
    assert.equal((await client.agents.check(made.id, checks)).passed, true);
    await client.agents.delete(made.id);
    await assert.rejects(client.agents.get(made.id), NotFoundError);
  });

  test('know what they were given as text and as a file', async () => {
    await client.agents.knowledge.add(agent, { name: 'Hours', text: 'We open at nine.' });
    const file = { data: new Blob(['Tables are outside.']), name: 'tables.md' };
    const { id } = await client.agents.knowledge.add(agent, { file });
    const known = async () => (await client.agents.knowledge.list(agent)).map(({ name }) => name).sort();
    assert.deepEqual(await known(), ['Hours', 'tables.md']);
    await client.agents.knowledge.delete({ agent, document: id });
    assert.deepEqual(await known(), ['Hours']);
  });

  test('hold a conversation in text and in sound, which is kept', async () => {
    const { id, opening } = await client.conversations.start(agent);
    assert.equal(opening?.reply, `I am an AI assistant, not a person. ${ANNA.first_message}`);
    assert.equal((await client.conversations.turn(id, { text: 'A table for four' })).reply, 'A table for 4.');
    const heard = await client.conversations.turn(id, { audio: new Uint8Array(sound(2)) });
    assert.deepEqual([heard.transcript, heard.reply], ['Hello there, General.', 'Sorry?']);
    assert.equal((await client.conversations.turn(id, { text: 'Goodbye' })).ended, 'ended_by_agent');
    assert.equal((await client.conversations.get(id)).turns.length, 4);
    assert.match(await (await client.conversations.transcript(id)).text(), /A table for four/);
    const ids: string[] = [];
    for await (const one of client.conversations.list({ status: 'ended' })) ids.push(one.id);
    assert.deepEqual(ids, [id]);
    await client.conversations.delete(id);
    await assert.rejects(client.conversations.get(id), NotFoundError);
  });

  test('tell a turn as it happens', async () => {
    const { id } = await client.conversations.start(agent);
    const events: TurnEvent[] = [];
    for await (const event of client.conversations.streamTurn(id, { audio: new Uint8Array(sound(2)) }))
      events.push(event);
    const types = new Set(events.map(({ type }) => type));
    assert.deepEqual([...types], ['transcript', 'reply_text', 'audio', 'turn']);
    const audio = events.find((event) => event.type === 'audio');
    assert.ok(audio && audio.audio.length > 0);
    const turn = events.at(-1);
    assert.ok(turn?.type === 'turn');
    assert.deepEqual([turn.transcript, turn.reply, turn.ended], ['Hello there, General.', 'Sorry?', null]);
    await client.conversations.end(id);
  });

  test('are left by the caller', async () => {
    const { id } = await client.conversations.start(agent);
    assert.equal((await client.conversations.end(id)).ended_reason, 'ended_by_client');
  });
});
