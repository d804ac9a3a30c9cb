import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ApiError,
  BadRequestError,
  type ClientOptions,
  ConnectionError,
  createClient,
  ServerError,
  TimeoutError,
  type TurnEvent,
} from './index.ts';

type Reply = Response | Error | ((request: Request) => Promise<Response>);
const HELLO = { text: 'Hello.', voice_id: 'af_heart' };
const audio = () => new Response('RIFF', { headers: { 'content-type': 'audio/wav', 'x-characters': '6' } });
const failure = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: 'No.', code, request_id: 'r1' }, { status, headers });

/** A client whose service gives these replies, one after the other. */
function scripted(replies: Reply[], options: ClientOptions = {}) {
  const requests: Request[] = [];
  const pauses: number[] = [];
  const client = createClient({
    baseUrl: 'http://vox.test/',
    apiKey: 'sk_live_test',
    logLevel: 'off',
    sleep: async (ms) => void pauses.push(ms),
    async fetch(input, init) {
      const request = new Request(input, init);
      requests.push(request);
      const reply = replies.shift();
      if (!reply) throw new Error('One request too many.');
      if (reply instanceof Error) throw reply;
      return typeof reply === 'function' ? reply(request) : reply;
    },
    ...options,
  });
  const keys = () => requests.map(({ headers }) => headers.get('idempotency-key'));
  return { client, requests, pauses, keys };
}

describe('a request', () => {
  test('has the key, the path with its ids escaped, the query and the body', async () => {
    const { client, requests } = scripted([
      Response.json({}),
      Response.json({ jobs: [], next_cursor: null }),
    ]);
    await client.jobs.get('a/b');
    await client.jobs.list({ status: 'failed', limit: 2 });
    assert.equal(requests[0]?.url, 'http://vox.test/api/v1/jobs/a%2Fb');
    assert.equal(requests[0]?.headers.get('authorization'), 'Bearer sk_live_test');
    assert.equal(requests[1]?.url, 'http://vox.test/api/v1/jobs?status=failed&limit=2');
  });

  test('for an empty id is never sent, because its path would be another', async () => {
    const { client, requests } = scripted([]);
    for (const id of ['', '..']) await assert.rejects(client.jobs.cancel(id), /must be an id/);
    assert.equal(requests.length, 0);
  });

  test('is repeated with the same idempotency key after a broken connection', async () => {
    const { client, keys, pauses } = scripted([new TypeError('fetch failed'), failure(503, 'busy'), audio()]);
    assert.equal((await client.speech.create(HELLO)).characters, 6);
    assert.equal(new Set(keys()).size, 1);
    assert.match(keys()[0] ?? '', /^[0-9a-f]{32}$/);
    assert.equal(pauses.length, 2);
  });

  test('without a key is not repeated, except after a 429', async () => {
    const cut = scripted([new TypeError('fetch failed')]);
    await assert.rejects(async () => cut.client.speech.stream(HELLO), ConnectionError);
    assert.deepEqual(cut.keys(), [null]);
    const limited = scripted([failure(429, 'rate_limited', { 'retry-after': '60' }), audio()]);
    await limited.client.speech.stream(HELLO);
    assert.deepEqual(limited.pauses, [60_000]);
    // The service would ignore the key.
    const unkeyed = scripted([new TypeError('fetch failed')]);
    const change = unkeyed.client.assets.update('x', { name: 'y' }, { idempotencyKey: 'mine' });
    await assert.rejects(change, ConnectionError);
  });

  test('gives up after maxRetries with the last error', async () => {
    const replies = [500, 500, 500].map((status) => failure(status, 'internal_error'));
    const { client, requests } = scripted(replies, { maxRetries: 1 });
    await assert.rejects(client.jobs.get('a'), ServerError);
    assert.equal(requests.length, 2);
  });

  test('ends in time, and can be repeated then', async () => {
    const never = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { client, requests } = scripted([never, never], { timeoutMs: 5, maxRetries: 1 });
    await assert.rejects(client.jobs.get('a'), TimeoutError);
    assert.equal(requests.length, 2);
  });

  test('that is aborted rejects with the reason and is not repeated', async () => {
    const abort = new AbortController();
    const never = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        abort.abort(new Error('changed my mind'));
      });
    const { client, requests } = scripted([never]);
    await assert.rejects(client.jobs.get('a', { signal: abort.signal }), /changed my mind/);
    assert.equal(requests.length, 1);
  });
});

describe('an error', () => {
  test('has the status, the code, the request id, the details and the response', async () => {
    const body = {
      error: 'text is required.',
      code: 'invalid_request',
      request_id: 'r7',
      detail: [{ path: 'text', message: 'is required' }],
    };
    const reply = Response.json(body, { status: 400, headers: { 'x-request-id': 'r7' } });
    const error = await scripted([reply])
      .client.speech.create(HELLO)
      .catch((caught: unknown) => caught);
    assert.ok(error instanceof BadRequestError && error instanceof ApiError);
    assert.deepEqual([error.status, error.code, error.requestId], [400, 'invalid_request', 'r7']);
    assert.deepEqual([error.message, error.detail, error.body], [body.error, body.detail, body]);
    assert.equal(error.response, reply);
  });

  test('of a proxy is one too', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const error = await scripted([page()], { maxRetries: 0 })
      .client.jobs.get('a')
      .catch((caught: unknown) => caught);
    assert.ok(error instanceof ServerError);
    assert.deepEqual([error.code, error.requestId, error.body], ['http_502', null, '<h1>Bad gateway</h1>']);
    const html = new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } });
    await assert.rejects(
      scripted([html], { maxRetries: 0 }).client.jobs.get('a'),
      /is not JSON but text\/html/,
    );
  });
});

describe('an answer', () => {
  test('comes with its response when that is asked for', async () => {
    const reply = Response.json({ job_id: 'a' }, { headers: { 'x-request-id': 'r2' } });
    const answer = await scripted([reply]).client.jobs.get('a').withResponse();
    assert.deepEqual([answer.data.job_id, answer.requestId, answer.response.status], ['a', 'r2', 200]);
    const failed = scripted([failure(404, 'job_not_found')])
      .client.jobs.get('a')
      .withResponse();
    await assert.rejects(failed, { code: 'job_not_found' });
  });

  test('of several pages is one list', async () => {
    const page = (ids: string[], next_cursor: string | null) =>
      Response.json({ jobs: ids.map((job_id) => ({ job_id })), next_cursor });
    const { client, requests } = scripted([page(['a', 'b'], 'c1'), page(['c'], null)]);
    const ids: string[] = [];
    for await (const { job_id } of client.jobs.list({ kind: 'video' })) ids.push(job_id);
    assert.deepEqual(ids, ['a', 'b', 'c']);
    assert.equal(requests[1]?.url, 'http://vox.test/api/v1/jobs?kind=video&cursor=c1');
  });
});

describe('a turn of a conversation', () => {
  const stream = (...events: [string, object][]) => {
    const text = events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    return new Response(new Blob(text).stream(), { headers: { 'content-type': 'text/event-stream' } });
  };
  const audio = { start_ms: 0, end_ms: 1, words: [], audio: 'AQL/' };

  test('is told as it happens, with its sound as bytes', async () => {
    const reply = stream(['reply_text', { delta: 'Hi.' }], ['audio', audio], ['turn', { reply: 'Hi.' }]);
    const { client, requests, keys } = scripted([reply]);
    const events: TurnEvent[] = [];
    for await (const event of client.conversations.streamTurn('c1', { text: 'Hello' })) events.push(event);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['reply_text', 'audio', 'turn'],
    );
    assert.ok(events[1]?.type === 'audio');
    assert.deepEqual([...events[1].audio], [1, 2, 255]);
    assert.equal(requests[0]?.headers.get('accept'), 'text/event-stream');
    assert.deepEqual(keys(), [null]);
  });

  test('that breaks off is an error', async () => {
    const { client } = scripted([stream(['audio', audio])]);
    const events = client.conversations.streamTurn('c1', { text: 'Hello' });
    assert.equal((await events.next()).value?.type, 'audio');
    await assert.rejects(events.next(), ConnectionError);
  });
});

describe('the log', () => {
  test('has requests and retries from its level on, and never the key', async () => {
    const lines: string[] = [];
    const note = (...facts: unknown[]) => void lines.push(facts.map(String).join(' '));
    const logger = { debug: note, info: note, warn: note, error: note };
    const replies = () => [failure(503, 'busy'), Response.json({ job_id: 'a' })];
    await scripted(replies(), { logger, logLevel: 'warn' }).client.jobs.get('a');
    assert.deepEqual(lines, []);
    await scripted(replies(), { logger, logLevel: 'debug' }).client.jobs.get('a');
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /GET \/api\/v1\/jobs\/\{id\} failed; trying again in/);
    assert.ok(!lines.join().includes('sk_live_test'));
  });
});
