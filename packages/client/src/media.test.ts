import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConnectionError, createClient } from './index.ts';

const HELLO = { text: 'Hello.', voice_id: 'af_heart' };

function answering(response: Response) {
  return createClient({ baseUrl: 'http://vox.test', maxRetries: 0, fetch: async () => response });
}

describe('a file', () => {
  test('is never the page of a proxy', async () => {
    const page = () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } });
    const stray = { name: 'ConnectionError', message: /is not a file but text\/html/ };
    await assert.rejects(answering(page()).speech.create(HELLO), stray);
    await assert.rejects(
      answering(page()).request('GET /api/v1/jobs/{id}/output', { path: { id: 'a' } }),
      stray,
    );
  });

  test('that breaks off is an error of the connection', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const audio = await answering(new Response(broken)).speech.create(HELLO);
    await assert.rejects(audio.bytes(), ConnectionError);
  });

  test('is canceled by leaving the loop', async () => {
    let canceled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(8)),
      cancel() {
        canceled = true;
      },
    });
    for await (const chunk of answering(new Response(body)).speech.stream(HELLO)) {
      assert.equal(chunk.length, 8);
      break;
    }
    assert.equal(canceled, true);
  });
});
