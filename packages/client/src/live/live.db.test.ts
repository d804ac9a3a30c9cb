import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openCustomer } from '../../../../tests/support/customer.ts';
import { openTestService, type TestService } from '../../../../tests/support/test-service.ts';
import {
  ConflictError,
  createClient,
  type LiveConversation,
  type LiveEvent,
  NotFoundError,
  type VoxHumana,
} from '../index.ts';

const ANNA = {
  name: 'Anna',
  voice_id: 'af_heart',
  first_message: 'This is Anna.',
  disclosure: 'none' as const,
  tools: [
    {
      type: 'client' as const,
      name: 'find_table',
      description: 'Finds a table.',
      parameters: { type: 'object', properties: { people: { type: 'number' } } },
    },
  ],
  flow: {
    start: 'open',
    otherwise: 'Sorry?',
    states: {
      open: {
        rules: [
          {
            when: ['table for {people:number}'],
            call: { tool: 'find_table', arguments: { people: '{people}' }, on_failure: { say: 'No.' } },
            say: 'There is one at {result.time}.',
            go: 'found',
          },
          { when: ['hello'], say: 'Hello back.' },
        ],
      },
      found: { rules: [{ when: ['thanks'], say: 'Goodbye.', end: true }] },
    },
  },
};
const RATE = 16_000;
const FRAME = RATE / 50;
const TONE = Int16Array.from({ length: RATE }, (_, index) => 13_000 * Math.sin(index / 5));

describe('a live conversation with the client, against the service', () => {
  let service: TestService;
  let client: VoxHumana;
  let agent: string;
  let baseUrl: string;
  before(async () => {
    service = await openTestService();
    baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    client = createClient({ baseUrl, apiKey: (await openCustomer(service)).apiKey });
    agent = (await client.agents.create(ANNA)).id;
  });
  after(() => service.close());

  const next = async <Type extends LiveEvent['type']>(talk: LiveConversation, type: Type) => {
    for await (const event of talk)
      if (event.type === type) return event as Extract<LiveEvent, { type: Type }>;
    throw new Error(`There was no ${type}.`);
  };

  test('is heard, calls functions of the client, goes on after a cut, and ends', async () => {
    const tools = { find_table: ({ people }: { people: number }) => ({ time: `${people + 3} o'clock` }) };
    const talk = await client.agents.talk(agent, { tools });
    assert.equal((await next(talk, 'turn')).reply, 'This is Anna.');
    talk.sendText('A table for four');
    const audio = await next(talk, 'audio');
    assert.ok(audio.packets.length === 1 && (audio.packets[0]?.length ?? 0) > 0);
    const { number, reply, tools: called } = await next(talk, 'turn');
    assert.deepEqual([number, reply, called[0]?.ok], [1, "There is one at 7 o'clock.", true]);
    for (const { socket } of service.app.openSockets.values()) socket.terminate();
    await next(talk, 'disconnected');
    assert.equal((await next(talk, 'conversation')).resumed, true);
    talk.sendText('Thanks');
    assert.equal((await next(talk, 'ended')).reason, 'ended_by_agent');
    for await (const _ of talk) assert.fail('something came after the end');
    assert.equal((await client.conversations.get(talk.id)).turns.length, 3);
    await assert.rejects(client.agents.talk(agent, { conversationId: talk.id }), ConflictError);
  });

  test('hears sound', async () => {
    const talk = await client.agents.talk(agent);
    await next(talk, 'turn');
    let isHeard = false;
    const speak = async () => {
      for (let at = 0; !isHeard; at += FRAME) {
        await talk.ready();
        talk.sendAudio(at < TONE.length ? TONE.slice(at, at + FRAME) : new Int16Array(FRAME));
        await delay(20);
      }
    };
    const speaking = speak();
    const { text, credits } = await next(talk, 'transcript');
    isHeard = true;
    await speaking;
    assert.equal(text, 'Hello there, General.');
    assert.ok(credits > 0);
    assert.equal((await next(talk, 'turn')).reply, 'Hello back.');
    talk.end();
    assert.equal((await next(talk, 'ended')).reason, 'ended_by_client');
  });

  test('is refused with the reason', async () => {
    await assert.rejects(client.agents.talk('agent_none'), NotFoundError);
    const talks = [await client.agents.talk(agent), await client.agents.talk(agent)];
    await assert.rejects(client.agents.talk(agent), { status: 429, code: 'conversation_limit' });
    for (const talk of talks) {
      talk.end();
      await next(talk, 'ended');
    }
  });

  test('is talked to in a page with a key for it', async () => {
    const { api_key } = await client.account.keys.createEphemeral({ permissions: ['talk'] });
    const page = createClient({ baseUrl, apiKey: () => api_key });
    const talk = await page.agents.talk(agent);
    talk.end();
    assert.equal((await next(talk, 'ended')).reason, 'ended_by_client');
  });
});
