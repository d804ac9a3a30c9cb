import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Customer, HELLO, openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(20);
}

type Result = {
  content: { type: string; text?: string; data?: string; uri?: string; mimeType?: string }[];
  isError?: boolean;
};

describe('the Model Context Protocol at /mcp', () => {
  let service: TestService;
  let ann: Customer;
  let url: URL;
  before(async () => {
    service = await openTestService();
    ann = await openCustomer(service);
    url = new URL(`http://127.0.0.1:${await listening(service)}/mcp`);
  });
  after(() => service.close());

  async function connect(apiKey = ann.apiKey, mode: 'legacy' | { pin: string } = 'legacy') {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(url, {
        requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
      }),
    );
    return client;
  }
  const post = (body: object | string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.apiKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const dataOf = ({ content }: Result) => JSON.parse(content[0]?.text ?? '');

  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const name = mode === 'legacy' ? 'with a handshake' : 'without a handshake';
    test(`the official client ${name} lists the tools and speaks, for the price of the API`, async () => {
      const client = await connect(ann.apiKey, mode);
      const { tools } = await client.listTools();
      assert.ok(tools.length >= 15);
      for (const { name: tool, description, inputSchema } of tools) {
        assert.match(tool, /^[a-z_]+$/);
        assert.ok(description && inputSchema.type === 'object', tool);
      }
      const { used } = (await ann.figures()).credits;
      const result = (await client.callTool({
        name: 'speak',
        arguments: { text: HELLO.text, format: 'wav' },
      })) as Result;
      assert.equal((await ann.figures()).credits.used - used, HELLO.text.length);
      const audio = result.content.find(({ type }) => type === 'audio');
      assert.equal(audio?.mimeType, 'audio/wav');
      const bytes = Buffer.from(audio?.data ?? '', 'base64');
      assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
      const link = new URL(result.content.find(({ type }) => type === 'resource_link')?.uri ?? '');
      const linked = await fetch(new URL(link.pathname + link.search, url));
      assert.deepEqual(Buffer.from(await linked.arrayBuffer()), bytes);
      await client.close();
    });
  }

  test('a film is followed with progress to its link', async () => {
    const client = await connect();
    const seen: number[] = [];
    const result = (await client.callTool(
      { name: 'make_film', arguments: { text: HELLO.text } },
      { onprogress: ({ progress }) => seen.push(progress) },
    )) as Result;
    const job = dataOf(result);
    assert.equal(job.status, 'completed');
    assert.ok(seen.length > 0 && seen.every((value, index) => value > (seen[index - 1] ?? 0)), `${seen}`);
    assert.equal(result.content[1]?.uri, job.output_url);
    const listed = (await client.callTool({ name: 'list_jobs', arguments: {} })) as Result;
    assert.equal(dataOf(listed).jobs[0].job_id, job.job_id);
    await client.close();
  });

  for (const mode of ['legacy', { pin: '2026-07-28' }] as const)
    test(`a canceled call releases its charge (${mode === 'legacy' ? 'notification' : 'closed stream'})`, async () => {
      const client = await connect(ann.apiKey, mode);
      const { used, remaining } = (await ann.figures()).credits;
      const controller = new AbortController();
      service.speech.behaviour = 'hang';
      const text = `Never heard, ${mode}.`;
      const call = client.callTool({ name: 'speak', arguments: { text } }, { signal: controller.signal });
      await waitUntil(() => service.speech.running === 1);
      controller.abort();
      await assert.rejects(call);
      await waitUntil(() => service.speech.running === 0);
      service.speech.behaviour = 'speak';
      await waitUntil(async () => (await ann.figures()).credits.remaining === remaining);
      assert.equal((await ann.figures()).credits.used, used);
      await client.close();
    });

  test('a canceled call cancels the film that it asked for; a lost connection does not', async () => {
    const client = await connect();
    const { remaining } = (await ann.figures()).credits;
    service.speech.behaviour = 'hold';
    const statusOf = async (job: string) => (await ann.byKey('GET', `/api/v1/jobs/${job}`)).json().status;
    const newest = async () => (await ann.byKey('GET', '/api/v1/jobs')).json().jobs[0].job_id as string;
    const begin = async (text: string, signal: AbortSignal) => {
      const before = await newest();
      client.callTool({ name: 'make_film', arguments: { text } }, { signal }).catch(() => undefined);
      await waitUntil(async () => (await newest()) !== before);
      return newest();
    };
    const controller = new AbortController();
    const canceled = await begin('Canceled.', controller.signal);
    controller.abort();
    await waitUntil(async () => (await statusOf(canceled)) === 'canceled');
    assert.equal((await ann.figures()).credits.remaining, remaining);
    const left = await begin('Left alone.', new AbortController().signal);
    await client.close();
    service.speech.behaviour = 'speak';
    await waitUntil(async () => {
      service.speech.release();
      return (await statusOf(left)) === 'completed';
    });
  });

  test('faults are results in words: arguments, prices, unknown ids, other tenants', async () => {
    const client = await connect();
    const fault = async (name: string, input: object) => {
      const result = (await client.callTool({ name, arguments: input as Record<string, unknown> })) as Result;
      assert.equal(result.isError, true);
      return result.content[0]?.text ?? '';
    };
    assert.equal(await fault('speak', {}), 'text is required.');
    assert.match(
      await fault('speak', { text: 'x', voice: 'y' }),
      /There is no argument voice\. Arguments: text, /,
    );
    assert.match(
      await fault('speak', { text: 'x', voice_id: 'nobody' }),
      /404 voice_not_found, request req_/,
    );
    assert.match(await fault('transcribe', {}), /exactly one of audio_url, asset_id and audio/);
    await assert.rejects(client.callTool({ name: 'fly', arguments: {} }), /There is no tool "fly"/);
    const film = dataOf(
      (await client.callTool({ name: 'make_film', arguments: { text: 'Mine.' } })) as Result,
    );
    await client.close();
    const bob = await connect((await openCustomer(service)).apiKey);
    const stolen = (await bob.callTool({ name: 'get_job', arguments: { job_id: film.job_id } })) as Result;
    assert.match(stolen.content[0]?.text ?? '', /404 job_not_found/);
    await bob.close();
    const narrowed = await ann.bySession('POST', '/api/keys', { name: 'jobs', permissions: ['jobs:read'] });
    const reader = await connect(narrowed.json().api_key);
    const denied = (await reader.callTool({ name: 'speak', arguments: { text: 'x' } })) as Result;
    assert.match(denied.content[0]?.text ?? '', /does not have the permission speech/);
    assert.ok(
      dataOf((await reader.callTool({ name: 'list_jobs', arguments: {} })) as Result).jobs.length > 0,
    );
    await reader.close();
  });

  test('audio is transcribed from base64 and from an asset', async () => {
    const client = await connect();
    const { rawPayload } = await ann.speak();
    const transcribe = async (input: object) =>
      ((await client.callTool({ name: 'transcribe', arguments: { ...input } })) as Result).content[0]?.text;
    const heard = await transcribe({ audio: rawPayload.toString('base64') });
    assert.ok(heard && !heard.startsWith('{'), heard);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(rawPayload)]), 'hello.wav');
    const headers = { authorization: `Bearer ${ann.apiKey}` };
    const stored = await fetch(new URL('/api/v1/assets', url), { method: 'POST', headers, body: form });
    const { id } = (await stored.json()) as { id: string };
    assert.equal(await transcribe({ asset_id: id }), heard);
    await client.close();
  });

  test('keys only, no foreign pages, one JSON-RPC message at a time', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    assert.equal((await post(ping)).status, 200);
    assert.equal((await post(ping, { authorization: '', cookie: ann.cookie })).status, 401);
    assert.equal((await post(ping, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await post(ping, { origin: 'http://localhost:6274' })).status, 200);
    assert.equal((await post([ping])).status, 400);
    assert.equal((await post({ ...ping, id: {} })).status, 400);
    assert.equal((await post(ping, { 'mcp-protocol-version': '1999-01-01' })).status, 400);
    assert.equal((await post(ping, { 'mcp-method': 'tools/call' })).status, 400);
    assert.equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
    const unknown = (await (await post({ ...ping, method: 'fly' })).json()) as { error: { code: number } };
    assert.equal(unknown.error.code, -32601);
    assert.equal((await fetch(url)).status, 405);
  });

  test('arguments that are not an object, and unknown methods, are refused in words', async () => {
    const ask = async (method: string, params: object) =>
      (await post({ jsonrpc: '2.0', id: 1, method, params })).json() as Promise<{
        result?: Result;
        error?: { message: string };
      }>;
    for (const input of [[], 'x', 5]) {
      const { result } = await ask('tools/call', { name: 'speak', arguments: input });
      assert.deepEqual(result?.content, [{ type: 'text', text: 'arguments must be an object.' }]);
    }
    assert.equal((await ask('tools/call', { name: 5 })).error?.message, 'There is no tool 5.');
    assert.equal((await ask('prompts/list', {})).error?.message, 'There is no method prompts/list.');
    assert.match((await ask('initialize', {})).error?.message ?? '', /^The params of initialize need /);
  });

  test('a method that is not there is 404 in revision 2026-07-28, and an error with 200 before it', async () => {
    const version = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const askModern = (method: string) =>
      post(
        { jsonrpc: '2.0', id: 'a', method, params: { _meta } },
        { 'mcp-protocol-version': version, 'mcp-method': method },
      );
    const askLegacy = (method: string) =>
      post(
        { jsonrpc: '2.0', id: 'a', method },
        { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 'one' },
      );
    const missing = (method: string) => ({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32601, message: `There is no method ${method}.` },
    });
    for (const method of ['fly', 'ping', 'initialize', 'prompts/list', 'subscriptions/listen', '__proto__']) {
      const reply = await askModern(method);
      assert.deepEqual([reply.status, await reply.json()], [404, missing(method)]);
    }
    for (const method of ['fly', 'server/discover', 'prompts/list', 'subscriptions/listen', 'toString']) {
      const reply = await askLegacy(method);
      assert.deepEqual([reply.status, await reply.json()], [200, missing(method)]);
    }
    assert.equal((await askModern('server/discover')).status, 200);
  });

  test('a client that accepts no stream gets JSON, and nothing after it cancels', async () => {
    const { used, remaining } = (await ann.figures()).credits;
    service.speech.behaviour = 'hang';
    const session = { 'mcp-session-id': 'plain' };
    const params = { name: 'speak', arguments: { text: 'Never heard, plain.' } };
    const call = post({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params }, session);
    await waitUntil(() => service.speech.running === 1);
    const canceled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } };
    assert.equal((await post(canceled, { 'mcp-session-id': 'other' })).status, 202);
    assert.equal((await post(canceled, session)).status, 202);
    assert.equal(await (await call).text(), '');
    service.speech.behaviour = 'speak';
    await waitUntil(async () => (await ann.figures()).credits.remaining === remaining);
    assert.equal((await ann.figures()).credits.used, used);
    const listed = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_jobs' } });
    assert.match(listed.headers.get('content-type') ?? '', /^application\/json/);
  });

  test('a call ends when its key is revoked, and charges nothing', async () => {
    const { used } = (await ann.figures()).credits;
    const made = (await ann.bySession('POST', '/api/keys', { name: 'short' })).json();
    service.speech.behaviour = 'hang';
    const params = { name: 'speak', arguments: { text: 'Never heard, revoked.' } };
    const call = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { authorization: `Bearer ${made.api_key}`, accept: 'application/json, text/event-stream' },
    );
    await waitUntil(() => service.speech.running === 1);
    assert.equal((await ann.bySession('DELETE', `/api/keys/${made.id}`)).statusCode, 200);
    await assert.rejects(call.text());
    await waitUntil(() => service.speech.running === 0);
    service.speech.behaviour = 'speak';
    // What was reserved is given back after the engine has stopped.
    await waitUntil(async () => (await ann.figures()).credits.used === used);
  });

  test('a repeat with the same Idempotency-Key is charged once', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'make_sound_effect', arguments: { prompt: 'a knock on a door', format: 'wav' } },
    };
    // The tests above poll, and on a slow machine they use up the limit of their account.
    const bob = await openCustomer(service);
    const headers = { authorization: `Bearer ${bob.apiKey}`, 'idempotency-key': 'knock-1' };
    const ask = async () => (await post(message, headers)).text();
    assert.equal(await ask(), await ask());
    assert.equal((await bob.figures()).credits.used, 20);
  });
});
