import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { type ChatPart, type ChatRequest, createLanguageModel, LanguageModelFailed } from './index.ts';
import { type ChatServer, openChatServer, saying, USAGE } from './testing/chat-server.ts';
import { DONE, message, sayingInPieces, streaming } from './testing/streaming.ts';

const HELLO: ChatRequest = { messages: [{ role: 'user', content: 'Hello' }] };

describe('a streamed chat', () => {
  let server: ChatServer;
  before(async () => {
    server = await openChatServer();
  });
  after(() => server.close());

  const model = (options: { firstTokenMs?: number; betweenTokensMs?: number } = {}) =>
    createLanguageModel({ baseUrl: server.baseUrl, model: 'tiny', ...options });

  async function partsOf(answer: RequestListener, request = HELLO, options = {}): Promise<ChatPart[]> {
    server.answer = answer;
    const parts: ChatPart[] = [];
    for await (const part of model(options).chat(request)) parts.push(part);
    return parts;
  }
  const textOf = (parts: ChatPart[]) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const callsOf = (parts: ChatPart[]) =>
    parts.flatMap((part) => (part.type === 'tool_call' ? part.call : []));

  test('gives the text in pieces, then its end with usage', async () => {
    const usage = `data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\n`;
    const pieces = [
      message({ content: 'Par' }),
      message({ content: 'is.' }),
      message({}, 'stop'),
      usage,
      DONE,
    ];
    assert.deepEqual(await partsOf(streaming(pieces)), [
      { type: 'text', text: 'Par' },
      { type: 'text', text: 'is.' },
      { type: 'end', model: 'tiny-2026', usage: USAGE },
    ]);
  });

  test('sends messages, tools, temperature and model as OpenAI has them', async () => {
    const call = { id: 'call_1', name: 'find', arguments: '{"a":1}' };
    const tool = { name: 'find', description: 'Finds.', parameters: { type: 'object' } };
    await partsOf(sayingInPieces('Yes.'), {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', toolCallId: 'call_1', content: 'found' },
      ],
      tools: [tool],
      temperature: 0,
      model: 'large',
    });
    assert.deepEqual(server.received.at(-1)?.body, {
      model: 'large',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'found' },
      ],
      stream: true,
      temperature: 0,
      tools: [{ type: 'function', function: tool }],
      stream_options: { include_usage: true },
      max_tokens: 2_048,
    });
  });

  const call = (given: object) => message({ tool_calls: [given] });
  const CALLS: Record<string, string[]> = {
    'in pieces': [
      call({ index: 0, id: 'a', function: { name: 'find', arguments: '' } }),
      call({ index: 0, function: { arguments: '{"q":' } }),
      call({ index: 1, id: 'b', function: { name: 'stop', arguments: '' } }),
      call({ index: 0, function: { arguments: '1}' } }),
    ],
    'all with index 0': [
      call({ index: 0, id: 'a', function: { name: 'find', arguments: '{"q":1}' } }),
      call({ index: 0, id: 'b', function: { name: 'stop', arguments: '{}' } }),
    ],
    'without an index, with arguments as an object, the name repeated': [
      call({ id: 'a', function: { name: 'find', arguments: { q: 1 } } }),
      call({ id: 'a', function: { name: 'find' } }),
      call({ id: 'b', function: { name: 'stop', arguments: null } }),
    ],
  };
  for (const [how, pieces] of Object.entries(CALLS)) {
    test(`puts tool calls together that come ${how}`, async () => {
      const calls = callsOf(await partsOf(streaming([...pieces, message({}, 'tool_calls'), DONE])));
      assert.deepEqual(calls, [
        { id: 'a', name: 'find', arguments: '{"q":1}' },
        { id: 'b', name: 'stop', arguments: '{}' },
      ]);
    });
  }

  const hello = message({ content: 'Hello' });
  const TOLERATED: Record<string, RequestListener> = {
    'no [DONE], and no usage': streaming([hello, message({}, 'stop')]),
    'no [DONE], and a connection that stays open': streaming([hello, message({}, 'stop')], () => undefined),
    'a [DONE] without a finish reason': streaming([hello, DONE]),
    'comments, other fields, single line ends and no last one': streaming([
      ': working\n\nevent: message\r\nid: 7\r\n',
      `${hello.trim()}\n`,
      `data:${message({ content: null, reasoning_content: 'hm' }, 'stop').slice(5)}`.trim(),
    ]),
    'a character cut in two': (_request, response) => {
      const bytes = Buffer.from(message({ content: 'Hello' }).replace('tiny-2026', 'tïny'));
      response.write(bytes.subarray(0, bytes.indexOf('ï') + 1));
      setImmediate(() => {
        response.write(bytes.subarray(bytes.indexOf('ï') + 1));
        response.end(DONE);
      });
    },
    'a whole answer instead of a stream': saying('Hello'),
    'noise after the end': streaming([hello, message({}, 'stop'), 'data: {{{\n\n']),
  };
  for (const [what, answer] of Object.entries(TOLERATED))
    test(`accepts ${what}`, async () => {
      const parts = await partsOf(answer);
      assert.equal(textOf(parts), 'Hello');
      assert.equal(parts.at(-1)?.type, 'end');
    });

  test('asks again without the count of tokens where a server refuses to give it', async () => {
    const parts = await partsOf((request, response) => {
      const asked = server.received.at(-1)?.body as { stream_options?: object };
      if (asked.stream_options) return response.writeHead(400).end('{}');
      return sayingInPieces('Hello')(request, response);
    });
    assert.equal(textOf(parts), 'Hello');
  });

  test('names the limit of the answer as the server knows it, and remembers how', async () => {
    const modern: RequestListener = (request, response) => {
      const asked = server.received.at(-1)?.body as object;
      if ('max_tokens' in asked) return response.writeHead(400).end('{}');
      return sayingInPieces('Hello')(request, response);
    };
    const subject = model();
    for (const requests of [2, 1]) {
      const before = server.received.length;
      server.answer = modern;
      const parts: ChatPart[] = [];
      for await (const part of subject.chat(HELLO)) parts.push(part);
      assert.equal(textOf(parts), 'Hello');
      assert.equal(server.received.length - before, requests);
    }
    assert.partialDeepStrictEqual(server.received.at(-1)?.body, { max_completion_tokens: 2_048 });
  });

  const NONSENSE = [
    { prompt_tokens: -3, completion_tokens: 5 },
    { prompt_tokens: 'NaN', completion_tokens: null },
    { prompt_tokens: 0.5, completion_tokens: 1e300 },
    'many',
    [],
  ];
  for (const usage of NONSENSE)
    test(`takes the count ${JSON.stringify(usage)} for none, and the answer as it is`, async () => {
      const count = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
      const parts = await partsOf(streaming([hello, message({}, 'stop'), count, DONE]));
      assert.deepEqual(parts.at(-1), { type: 'end', model: 'tiny-2026', usage: null });
    });

  const FAILS: Record<string, RequestListener> = {
    'an error status': (_request, response) => response.writeHead(500).end('{"error":"secret"}'),
    'a refusal': (_request, response) => response.writeHead(400).end('{"error":"secret"}'),
    'a redirect': (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    garbage: streaming([hello, 'data: <html>\n\n']),
    'JSON that is no message': streaming(['data: {"choices":{"a":1}}\n\n', DONE]),
    'an error in the stream': streaming([hello, 'data: {"error":{"message":"secret"}}\n\n', DONE]),
    'an answer that ends without an end': streaming([hello]),
    'a connection that breaks': streaming([hello], (response) => setImmediate(() => response.destroy())),
    'a line that never ends': streaming([`data: ${'x'.repeat(300_000)}`], () => undefined),
    'an answer without an end': streaming([hello], async (response) => {
      while (!response.destroyed) {
        response.write(hello.repeat(5_000));
        await new Promise((resolve) => setImmediate(resolve));
      }
    }),
    'too many tool calls': streaming([
      ...Array.from({ length: 17 }, (_, index) => call({ index, id: `c${index}`, function: { name: 'f' } })),
      DONE,
    ]),
    'a tool call without a name': streaming([call({ index: 0, id: 'a', function: {} }), DONE]),
  };
  for (const [what, answer] of Object.entries(FAILS))
    test(`${what} is a failure of the other side, and says nothing of it to the caller`, async () => {
      await assert.rejects(partsOf(answer), (error) => {
        assert.ok(error instanceof LanguageModelFailed, `${error}`);
        assert.doesNotMatch(error.public, /secret/);
        return true;
      });
    });

  test('a server that stalls fails in time, before the first token and between two', async () => {
    const silent: RequestListener = () => undefined;
    await assert.rejects(partsOf(silent, HELLO, { firstTokenMs: 50 }), LanguageModelFailed);
    // Comments keep the connection open, but they are no tokens.
    const comments = streaming([hello], (response) => {
      const beat = setInterval(() => response.write(': still here\n\n'), 10);
      response.once('close', () => clearInterval(beat));
    });
    await assert.rejects(partsOf(comments, HELLO, { betweenTokensMs: 50 }), LanguageModelFailed);
  });

  test('a reader who takes longer than that is not a stall', async () => {
    server.answer = sayingInPieces('One', 'two');
    const parts: ChatPart[] = [];
    for await (const part of model({ betweenTokensMs: 300 }).chat(HELLO)) {
      if (parts.length === 0) await new Promise((resolve) => setTimeout(resolve, 400));
      parts.push(part);
    }
    assert.equal(textOf(parts), 'Onetwo');
  });

  test('a caller who leaves closes the connection, and is the reason', async () => {
    const closed = Promise.withResolvers<void>();
    server.answer = streaming([hello], (response) => response.once('close', closed.resolve));
    const caller = new AbortController();
    const reason = new Error('left');
    const chat = model().chat(HELLO, { signal: caller.signal });
    await chat.next();
    caller.abort(reason);
    await assert.rejects(chat.next(), reason);
    await closed.promise;
  });

  test('leaving the loop closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    server.answer = streaming([hello], (response) => response.once('close', closed.resolve));
    for await (const _ of model().chat(HELLO)) break;
    await closed.promise;
  });
});
