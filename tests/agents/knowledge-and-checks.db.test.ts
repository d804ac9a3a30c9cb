import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { calling, sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('what agents know, call and are checked for', () => {
  let service: TestService;
  let chat: ChatServer;
  let hook: Server;
  let hookUrl: string;
  before(async () => {
    chat = await openChatServer();
    hook = createServer((request, response) => {
      request.resume();
      response.end('{"free":true}');
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(hook.address() as AddressInfo).port}`;
    hookUrl = `http://${host}/find`;
    service = await openTestService({ llm: chat.baseUrl, outboundAllow: host });
  });
  after(async () => {
    await service.close();
    await chat.close();
    hook.closeAllConnections();
    await new Promise((resolve) => hook.close(resolve));
  });

  async function openAgent(change: object = {}) {
    const customer = await openCustomer(service);
    const agent = { name: 'Anna', voice_id: 'af_heart', system_prompt: 'You are Anna.', ...change };
    const reply = await customer.byKey('POST', '/api/v1/agents', agent);
    assert.equal(reply.statusCode, 201, reply.body);
    return { customer, path: `/api/v1/agents/${reply.json().id}` };
  }
  async function talk(customer: Customer, path: string, text: string) {
    const { id } = (await customer.byKey('POST', `${path}/conversations`)).json();
    return (await customer.byKey('POST', `/api/v1/conversations/${id}/turns`, { text })).json();
  }
  const promptOf = () => {
    const asked = chat.received.at(-1)?.body as { messages: { content: string }[] } | undefined;
    return asked?.messages[0]?.content ?? '';
  };
  const tool = () => ({
    type: 'webhook',
    name: 'find_table',
    description: 'Finds a table.',
    url: hookUrl,
    parameters: { type: 'object', properties: { people: { type: 'integer' } } },
  });

  test('documents are quoted with their source where they fit, until they are deleted', async () => {
    const { customer, path } = await openAgent();
    chat.answer = sayingInPieces('Yes.');
    const text = 'On Sundays we are closed.\n\nThe soup is tomato.';
    const added = (await customer.byKey('POST', `${path}/knowledge`, { name: 'hours.md', text })).json();
    assert.equal(added.characters, text.length);
    service.clock.advanceMs(1);
    const file = await postForm(customer, `${path}/knowledge`, { file: Buffer.from('Dogs may come in.') });
    assert.equal(file.statusCode, 201, file.body);
    await talk(customer, path, 'Are you open on a Sunday?');
    assert.match(promptOf(), /<passage source="hours.md">\nOn Sundays we are closed\./);
    assert.doesNotMatch(promptOf(), /Dogs/);
    const { documents } = (await customer.byKey('GET', `${path}/knowledge`)).json();
    assert.deepEqual(
      documents.map(({ name }: { name: string }) => name),
      ['hours.md', 'file'],
    );
    assert.equal((await customer.byKey('DELETE', `${path}/knowledge/${added.id}`)).statusCode, 204);
    await talk(customer, path, 'Are you open on a Sunday?');
    assert.doesNotMatch(promptOf(), /passage/);
    const thief = await openCustomer(service);
    assertError(await thief.byKey('GET', `${path}/knowledge`), 404, 'agent_not_found');
    assertError(
      await thief.byKey('POST', `${path}/knowledge`, { name: 'a', text: 'b' }),
      404,
      'agent_not_found',
    );
    const binary = { file: Buffer.from([0xff, 0xfe, 0x00]) };
    assertError(await postForm(customer, `${path}/knowledge`, binary), 400, 'invalid_request');
  });

  test('documents have a cap together, and must be text in UTF-8', async () => {
    const { customer, path } = await openAgent();
    const knowledge = `${path}/knowledge`;
    const file = (content: Buffer) => postForm(customer, knowledge, { file: content });
    assertError(await file(Buffer.from('Grüße', 'latin1')), 400, 'invalid_request');
    assertError(await file(Buffer.from('\ufeffHello', 'utf16le')), 400, 'invalid_request');
    assertError(await file(Buffer.from('a\0b')), 400, 'invalid_request');
    assertError(await file(Buffer.from(' \n ')), 400, 'invalid_request');
    const marked = await file(Buffer.from('\ufeffHello'));
    assert.equal(marked.json().characters, 'Hello'.length);
    const add = (characters: number) =>
      customer.byKey('POST', knowledge, { name: 'long', text: 'é '.repeat(characters / 2) });
    assertError(await add(500_002), 400, 'invalid_request');
    assert.equal((await add(300_000)).statusCode, 201);
    assertError(await add(200_000), 409, 'knowledge_limit');
    assert.equal((await add(199_994)).statusCode, 201);
    chat.answer = sayingInPieces('Yes.');
    assert.equal((await talk(customer, path, 'Hello?')).reply, 'Yes.');
    assert.match(promptOf(), /<passage source="file">\nHello/);
  });

  test('a function is called by webhook, and its answer goes back to the model', async () => {
    const { customer, path } = await openAgent({ tools: [tool()] });
    let rounds = 0;
    chat.answer = (request, response) => {
      rounds += 1;
      const call = calling({ name: 'find_table', arguments: { people: 4 } });
      return (rounds === 1 ? call : sayingInPieces('There is one.'))(request, response);
    };
    const turn = await talk(customer, path, 'A table for four');
    assert.equal(turn.reply, 'There is one.');
    const use = { name: 'find_table', arguments: { people: 4 }, result: { free: true }, ok: true };
    assert.deepEqual(turn.tools, [use]);
    const asked = chat.received.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined;
    assert.deepEqual(asked?.messages.at(-1), {
      role: 'tool',
      tool_call_id: 'call_find_table',
      content: '{"free":true}',
    });
    const { url: _, ...client } = { ...tool(), type: 'client' };
    assert.equal((await customer.byKey('PATCH', path, { tools: [client] })).statusCode, 200);
    rounds = 0;
    const [told] = (await talk(customer, path, 'A table for four')).tools;
    assert.deepEqual([told.ok, /live connection/.test(told.result.error)], [false, true]);
    const misplaced = { tools: [{ ...client, url: hookUrl }] };
    assertError(await customer.byKey('PATCH', path, misplaced), 400, 'invalid_tools');
    const bad = { tools: [{ ...tool(), url: 'http://169.254.169.254/' }] };
    assertError(await customer.byKey('PATCH', path, bad), 400, 'invalid_tools');
  });

  test('a flow calls a function and says its answer; in a check the function is a stand-in', async () => {
    const call = { tool: 'find_table', arguments: { people: '{n}' }, on_failure: { say: 'No luck.' } };
    const rule = { when: ['table for {n:number}'], call, say: 'Free: {result.free}, for {n}.' };
    const flow = { start: 'a', otherwise: 'Pardon?', states: { a: { rules: [rule] } } };
    const { customer, path } = await openAgent({ flow, tools: [tool()] });
    const turn = await talk(customer, path, 'A table for four');
    assert.equal(turn.reply, 'Free: true, for 4.');
    const use = { name: 'find_table', arguments: { people: 4 }, result: { free: true }, ok: true };
    assert.deepEqual(turn.tools, [use]);
    const turns = [{ say: 'table for two', expect: { contains: ['free false'], tool: 'find_table' } }];
    const check = async (body: object) => (await customer.byKey('POST', `${path}/checks`, body)).json();
    assert.equal((await check({ turns, tool_results: { find_table: { free: false } } })).passed, true);
    assert.equal((await check({ turns })).turns[0].reply, 'No luck.');
    const refused = await customer.byKey('PATCH', path, { tools: null });
    assertError(refused, 400, 'invalid_flow');
    assert.match(refused.body, /states\.a\.rules\.0\.call\.tool/);
  });

  test('checks say which turns were answered as expected and why not, and call no webhook', async () => {
    const flow = {
      start: 'open',
      otherwise: 'Pardon?',
      states: { open: { rules: [{ when: ['person'], say: 'One moment.', hand_over: true }] } },
    };
    const { customer, path } = await openAgent({ flow });
    const before = (await customer.figures()).credits.remaining;
    const turns = [
      { say: 'Bananas', expect: { contains: ['pardon'], lacks: ['moment'] } },
      { say: 'Bananas', expect: { contains: ['banana'], tool: 'find_table' } },
      { say: 'A person!', expect: { hand_over: true, ended: true } },
      { say: 'Hello?' },
    ];
    const result = (await customer.byKey('POST', `${path}/checks`, { turns })).json();
    assert.equal(result.passed, false);
    assert.deepEqual(
      result.turns.map(({ failures }: { failures: string[] }) => failures),
      [
        [],
        ['The reply lacks "banana".', '"find_table" was not called.'],
        [],
        ['The conversation had ended before.'],
      ],
    );
    assert.equal((await customer.figures()).credits.remaining, before);
  });

  test('checks of a language model cost its tokens, and nothing if it fails; functions answer what the check says', async () => {
    const { customer, path } = await openAgent({ tools: [tool()] });
    const before = (await customer.figures()).credits.remaining;
    let rounds = 0;
    chat.answer = (request, response) => {
      rounds += 1;
      const call = calling({ name: 'find_table', arguments: { people: 4 } });
      return (rounds === 1 ? call : sayingInPieces('No, none.'))(request, response);
    };
    const turns = [{ say: 'For four', expect: { tool: 'find_table', contains: ['none'] } }];
    const body = { turns, tool_results: { find_table: { free: false } } };
    const result = (await customer.byKey('POST', `${path}/checks`, body)).json();
    assert.equal(result.passed, true, JSON.stringify(result));
    assert.deepEqual(result.turns[0].tools[0].result, { free: false });
    assert.ok(result.credits > 1, `${result.credits} credits for two answers`);
    assert.equal((await customer.figures()).credits.remaining, before - result.credits);
    chat.answer = (_request, response) => response.writeHead(500).end();
    assertError(await customer.byKey('POST', `${path}/checks`, { turns }), 502);
    assert.equal((await customer.figures()).credits.remaining, before - result.credits);
  });
});
