import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { createLanguageModel, LanguageModelFailed } from './index.ts';
import { type ChatServer, openChatServer, saying, USAGE } from './testing/chat-server.ts';
import { languageModelContract } from './testing/contract.ts';

let chat: ChatServer;
languageModelContract('a model behind /chat/completions', {
  create: async () => {
    chat = await openChatServer();
    return createLanguageModel({ baseUrl: chat.baseUrl, model: 'tiny' });
  },
  close: () => chat.close(),
});

describe('a language model behind /chat/completions', () => {
  let server: ChatServer;
  before(async () => {
    server = await openChatServer();
  });
  after(() => server.close());

  const model = (timeoutMs = 600_000) =>
    createLanguageModel({ baseUrl: server.baseUrl, apiKey: 'secret', model: 'tiny', timeoutMs });

  test('sends an OpenAI request and returns text, model and usage', async () => {
    const completion = await model().complete('The capital of France?');
    assert.deepEqual(completion, { text: 'Paris.', model: 'tiny-2026', usage: USAGE });
    const { path, headers, body } = server.received.at(-1) ?? {};
    assert.equal(path, '/v1/chat/completions');
    assert.equal(headers?.authorization, 'Bearer secret');
    const messages = [{ role: 'user', content: 'The capital of France?' }];
    assert.deepEqual(body, { model: 'tiny', messages, stream: false, max_tokens: 2_048 });
  });

  test('is external unless its host is this machine', () => {
    const external = (baseUrl: string) => createLanguageModel({ baseUrl, model: 'tiny' }).external;
    const own = ['localhost:1', '127.0.0.1:1', '127.9.9.9', '[::1]:1', '[::ffff:127.0.0.1]', 'llm.localhost'];
    for (const place of own) assert.equal(external(`http://${place}/v1`), false, place);
    const other = ['10.0.0.7', 'llm.internal:8000', 'api.example.com', '[fd00::1]', 'localhost.example.com'];
    for (const place of other) assert.equal(external(`https://${place}/v1`), true, place);
  });

  const BROKEN: Record<string, RequestListener> = {
    'an error status': (_request, response) => response.writeHead(500).end('{"error":"secret detail"}'),
    'a redirect': (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    'what is no JSON': (_request, response) => response.end('<html>'),
    'no choice': (_request, response) => response.end('{"choices":[]}'),
    'an empty text': saying(' '),
    'a text that is none': saying(null),
    'more than a megabyte': saying('x'.repeat(1_000_001)),
    'a connection that breaks': (request) => request.socket.destroy(),
  };
  for (const [what, answer] of Object.entries(BROKEN)) {
    test(`${what} is a failure of the other side, and says nothing of it to the caller`, async () => {
      server.answer = answer;
      await assert.rejects(model().complete('Hi'), (error) => {
        assert.ok(error instanceof LanguageModelFailed);
        assert.equal(error.kind, 'upstream_failed');
        assert.doesNotMatch(error.public, /secret|127\.0\.0\.1/);
        return true;
      });
    });
  }

  test('a server that never answers fails in time', async () => {
    server.answer = () => undefined;
    await assert.rejects(model(50).complete('Hi'), LanguageModelFailed);
  });

  test('a caller who leaves is the reason, not the model', async () => {
    server.answer = () => undefined;
    const reason = new Error('left');
    await assert.rejects(model().complete('Hi', { signal: AbortSignal.abort(reason) }), reason);
  });
});
