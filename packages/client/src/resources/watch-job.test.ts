import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient, JobFailedError } from '../index.ts';

type Reply = () => Response;

const job = (status: string, progress = 0) => ({ job_id: 'j1', status, progress, error: null });
const polled = (status: string, progress?: number) => () => Response.json(job(status, progress));
const refused: Reply = () => Response.json({ error: 'No.', code: 'too_many_streams' }, { status: 429 });
const event = (id: number, progress: number) =>
  `id: ${id}\ndata: ${JSON.stringify(job(progress === 1 ? 'completed' : 'processing', progress))}\n\n`;
const stream = (...parts: string[]): Reply => {
  const headers = { 'content-type': 'text/event-stream' };
  return () => new Response(new Blob(parts).stream(), { headers });
};

function scripted(replies: Reply[]) {
  const requests: Request[] = [];
  const pauses: number[] = [];
  const client = createClient({
    baseUrl: 'http://vox.test',
    apiKey: 'sk_live_test',
    logLevel: 'off',
    sleep: async (ms) => void pauses.push(ms),
    async fetch(input, init) {
      requests.push(new Request(input, init));
      return replies.shift()?.() ?? Promise.reject(new Error('One request too many.'));
    },
  });
  const paths = () => requests.map(({ url }) => new URL(url).pathname.replace('/api/v1/jobs/', ''));
  return { client, requests, pauses, paths };
}

describe('waiting for a job', () => {
  test('polls where no event stream is to be had, with pauses that grow', async () => {
    const page = () => new Response('<h1>Proxy</h1>', { headers: { 'content-type': 'text/html' } });
    const { client, paths, pauses } = scripted([
      ...[page, polled('queued'), page, polled('processing', 0.2), page, polled('processing', 0.4)],
      ...[polled('processing', 0.6), polled('completed', 1)],
    ]);
    const seen: number[] = [];
    const done = await client.jobs.wait('j1', { onProgress: ({ progress }) => void seen.push(progress) });
    assert.equal(done.status, 'completed');
    assert.deepEqual(seen, [0, 0.2, 0.4, 0.6, 1]);
    // After three attempts it no longer asks for a stream.
    assert.equal(paths().filter((path) => path === 'j1/events').length, 3);
    assert.equal(pauses.length, 4);
    assert.ok((pauses[3] ?? 0) > (pauses[0] ?? 0));
  });

  test('leaves no answer unread', async () => {
    let canceled = false;
    const body = new ReadableStream({
      cancel() {
        canceled = true;
      },
    });
    const { client } = scripted([() => new Response(body), polled('completed', 1)]);
    await client.jobs.wait('j1');
    assert.equal(canceled, true);
  });

  test('goes on after a stream that ended, from the last event it has', async () => {
    const { client, requests, paths } = scripted([
      stream(event(1, 0.1), event(2, 0.5)),
      polled('processing', 0.5),
      stream(event(3, 1)),
    ]);
    await client.jobs.wait('j1');
    assert.deepEqual(paths(), ['j1/events', 'j1', 'j1/events']);
    assert.equal(requests[2]?.headers.get('last-event-id'), '2');
  });

  test('a stream that ends with the key ends in the refusal of the next request', async () => {
    const ended = `event: error\ndata: ${JSON.stringify({ error: 'This API key has ended.', code: 'key_revoked' })}\n\n`;
    const unauthorized: Reply = () =>
      Response.json({ error: 'No.', code: 'unauthorized', request_id: 'r' }, { status: 401 });
    const { client } = scripted([stream(event(1, 0.2), ended), unauthorized]);
    const seen: number[] = [];
    await assert.rejects(
      client.jobs.wait('j1', { onProgress: ({ progress }) => void seen.push(progress) }),
      /No\./,
    );
    assert.deepEqual(seen, [0.2]);
  });

  test('polls while too many streams are open', async () => {
    const { client, paths } = scripted([refused, polled('failed')]);
    await assert.rejects(client.jobs.wait('j1'), JobFailedError);
    assert.deepEqual(paths(), ['j1/events', 'j1']);
  });

  test('ends at once when it is aborted in the middle of a stream', async () => {
    const abort = new AbortController();
    const silent = (): Response => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(event(1, 0.1)));
          abort.signal.addEventListener('abort', () => controller.error(abort.signal.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const { client, requests } = scripted([silent]);
    const waiting = client.jobs.wait('j1', {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('changed my mind')),
    });
    await assert.rejects(waiting, /changed my mind/);
    assert.equal(requests.length, 1);
  });
});
