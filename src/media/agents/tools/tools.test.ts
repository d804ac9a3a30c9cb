import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createThreads } from '../../../platform/threads/index.ts';
import { type AskClient, callerOfTools, createToolbox, ToolFailed } from './call-tools.ts';
import { checkTools } from './check-tools.ts';
import { compileSchema } from './compile-schema.ts';
import type { AgentTool, ClientTool, WebhookTool } from './schemas.ts';

const headersOf = ({ headers = {} }: WebhookTool) => headers;

describe('functions that are called by webhook', () => {
  const own = { threads: createThreads(), accountId: 'anna' };
  after(() => own.threads.close());
  let server: Server;
  let origin: string;
  let answer: RequestListener;
  let received: { headers: IncomingHttpHeaders; body: unknown } | null = null;
  before(async () => {
    server = createServer(async (request, response) => {
      const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
      received = { headers: request.headers, body };
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const outbound = () => ({ allow: [origin], requireHttps: false });
  const tool = (change: Partial<WebhookTool> = {}): WebhookTool => ({
    type: 'webhook',
    name: 'find_table',
    description: 'Finds a table.',
    url: `http://${origin}/find`,
    headers: { authorization: 'Bearer secret' },
    parameters: { type: 'object', properties: { people: { type: 'integer' } }, required: ['people'] },
    result: { type: 'object', required: ['free'] },
    ...change,
  });
  const run = (change: Partial<WebhookTool> = {}, given = '{"people":4}', allow = outbound()) =>
    createToolbox(
      own,
      [tool(change)],
      callerOfTools({ outbound: allow, conversationId: 'conv_1', headersOf }),
    ).run({ name: 'find_table', arguments: given }, undefined);
  const saying =
    (text: string, status = 200): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(text);

  test('get the checked arguments, and their checked answer is the result', async () => {
    answer = saying('{"free":true}');
    assert.deepEqual(await run(), {
      name: 'find_table',
      arguments: { people: 4 },
      result: { free: true },
      ok: true,
    });
    assert.equal(received?.headers.authorization, 'Bearer secret');
    const body = { tool: 'find_table', arguments: { people: 4 }, conversation_id: 'conv_1' };
    assert.deepEqual(received?.body, body);
  });

  test('whatever goes wrong is a result that the responder is told of', async () => {
    const fails = async (expected: RegExp, ...call: Parameters<typeof run>) => {
      const { ok, result } = await run(...call);
      assert.equal(ok, false);
      assert.match(JSON.stringify(result), expected);
    };
    answer = saying('{"free":true}');
    received = null;
    await fails(/not JSON/, {}, '{"people":');
    await fails(/arguments\/people must be integer/, {}, '{"people":"four"}');
    await fails(/more than 100 levels/, {}, '['.repeat(9_000) + ']'.repeat(9_000));
    await fails(/too long/, {}, JSON.stringify({ people: 1, x: 'x'.repeat(20_000) }));
    await fails(/private|not allowed|public/i, {}, undefined, { allow: [], requireHttps: false });
    assert.equal(received, null);
    answer = saying('{"busy":true}');
    await fails(/must have required property 'free'/);
    answer = saying('nope', 500);
    await fails(/status 500/);
    answer = saying('<html>');
    await fails(/did not answer with JSON/);
    answer = saying('['.repeat(16_000) + ']'.repeat(16_000));
    await fails(/more than 100 levels/);
    await fails(/more than 100 levels/, { result: undefined });
    answer = saying('{"free":"\\u0000"}');
    await fails(/NUL/);
    answer = saying(JSON.stringify({ free: 'x'.repeat(70_000) }));
    await fails(/too large/);
    const tooLong = { type: 'object', description: 'x'.repeat(10_000) };
    await fails(/the schema of the arguments has more than 10000 characters/, { parameters: tooLong });
    answer = saying('{}');
    await fails(/the schema of the result has more than 10000 characters/, { result: tooLong });
    answer = () => undefined;
    await fails(/in time/, { timeout_seconds: 0.05 });
  });

  test('are checked as a whole, each fault with its place', async () => {
    const check = (tools: AgentTool[]) => checkTools({ ...own, outbound: outbound() }, 'anna', tools);
    assert.deepEqual(await check([tool()]), []);
    const bad = [
      tool({ name: 'end_call' }),
      tool({ parameters: { type: 'string' } }),
      tool({
        name: 'b',
        parameters: { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } },
      }),
      tool({ name: 'c', result: { type: 'nonsense' } }),
      tool({ name: 'd', result: { $ref: 'http://elsewhere' } }),
      tool({ name: 'e', url: 'http://10.0.0.1/' }),
      tool({ name: 'f', url: '' }),
      { ...tool({ name: 'g' }), type: 'client' } as AgentTool,
    ];
    const paths = (await check(bad)).map(({ path }) => path.slice('body.tools.'.length));
    assert.deepEqual(paths, [
      '0.name',
      '1.parameters',
      '2.parameters',
      '3.result',
      '4.result',
      '5.url',
      '6.url',
      '7.url',
      '7.headers',
    ]);
  });
});

test('a schema is bounded in its size, depth and branches, and compiled once', () => {
  const deep = Array.from({ length: 13 }).reduce<object>((inner) => ({ not: inner }), {});
  for (const [schema, message] of [
    [{ description: 'x'.repeat(10_000) }, /more than 10000 characters/],
    [deep, /more than 12 levels/],
    [{ oneOf: Array.from({ length: 101 }, () => ({})) }, /more than 100 branches/],
    [{ properties: Object.fromEntries(Array.from({ length: 600 }, (_, i) => [i, {}])) }, /more than 500/],
  ] as const)
    assert.throws(() => compileSchema(schema), message);
  const schema = () => ({ type: 'object', properties: { people: { type: 'integer' } } });
  assert.equal(compileSchema(schema()), compileSchema(schema()));
});

describe('functions of the connected client', () => {
  const own = { threads: createThreads(), accountId: 'anna' };
  after(() => own.threads.close());
  const tool: ClientTool = {
    type: 'client',
    name: 'show_map',
    description: 'Shows a map.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    result: { type: 'object' },
    timeout_seconds: 0.5,
  };
  const run = (askClient?: AskClient, given = '{"city":"Ulm"}', signal?: AbortSignal) =>
    createToolbox(
      own,
      [tool],
      callerOfTools({
        outbound: { allow: [], requireHttps: true },
        conversationId: 'conv_1',
        askClient,
        headersOf,
      }),
    ).run({ name: 'show_map', arguments: given }, signal);
  const never = Promise.withResolvers<unknown>().promise;

  test('are asked of the client, with checked arguments and a checked answer', async () => {
    const outbound = { allow: [], requireHttps: true };
    assert.deepEqual(await checkTools({ ...own, outbound }, 'anna', [tool]), []);
    const asked: unknown[] = [];
    const use = await run(async (name, given) => {
      asked.push([name, given]);
      return { shown: true };
    });
    assert.deepEqual(use, {
      name: 'show_map',
      arguments: { city: 'Ulm' },
      result: { shown: true },
      ok: true,
    });
    assert.deepEqual(asked, [['show_map', { city: 'Ulm' }]]);
    assert.deepEqual((await run(async () => undefined)).result, {});
    await run(async () => asked.push(['wrong']), '{"city":1}');
    assert.equal(asked.length, 1);
  });

  test('whatever goes wrong is a result that the responder is told of', async () => {
    const fails = async (expected: RegExp, askClient?: AskClient) => {
      const { ok, result } = await run(askClient);
      assert.equal(ok, false);
      assert.match(JSON.stringify(result), expected);
    };
    await fails(/live connection/);
    await fails(/in time/, () => never);
    await fails(/map is broken/, async () => {
      throw new ToolFailed('The map is broken.');
    });
    await fails(/result must be object/, async () => 'shown');
    await fails(/more than 100 levels/, async () => JSON.parse('['.repeat(9_000) + ']'.repeat(9_000)));
    await fails(/64 kB/, async () => ({ text: 'x'.repeat(65_000) }));
  });

  test('a reply that is cut off waits for no answer', async () => {
    const stop = new AbortController();
    const use = run(() => never, undefined, stop.signal);
    stop.abort(new Error('cut off'));
    await assert.rejects(use, /cut off/);
    await assert.rejects(
      run(() => never, undefined, stop.signal),
      /cut off/,
    );
  });
});
