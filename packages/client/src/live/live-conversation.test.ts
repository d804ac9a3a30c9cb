import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { WebSocket as ServerSocket } from 'ws';
import { type LiveServer, openLiveServer } from '../../../testing/live-server.ts';
import { type ClientOptions, createClient, type LiveConversation, type LiveEvent } from '../index.ts';

describe('a live conversation', () => {
  let server: LiveServer;
  let talks: LiveConversation[];
  beforeEach(async () => {
    server = await openLiveServer();
    talks = [];
  });
  afterEach(async () => {
    for (const talk of talks) talk.close();
    await server.close();
  });

  const clientWith = (options: ClientOptions = {}) =>
    createClient({
      baseUrl: server.url,
      apiKey: 'sk_live_test',
      logLevel: 'off',
      sleep: async () => undefined,
      ...options,
    });
  const talkWith = async (options = {}, clientOptions: ClientOptions = {}) => {
    const talk = await clientWith(clientOptions).agents.talk('agent_1', options);
    talks.push(talk);
    return talk;
  };
  const say = (event: object) => server.visits.at(-1)?.say(event);
  const sound = (...bytes: number[]) => server.visits.at(-1)?.sound(...bytes);
  const next = async (talk: LiveConversation, type: LiveEvent['type']) => {
    for await (const event of talk) if (event.type === type) return event;
    throw new Error(`There was no ${type}.`);
  };
  /** Waits until the server has received this many messages. */
  const received = async (count: number, visit = server.visits.at(-1)) => {
    while (visit && visit.received.length < count) await once(visit.socket, 'message');
    return visit?.received;
  };

  test('sends the key as a subprotocol, and the formats', async () => {
    const talk = await talkWith({ output: 'opus', conversationId: 'conv_0' });
    const { request } = server.visits[0] ?? assert.fail('nobody came');
    assert.equal(request.headers['sec-websocket-protocol'], 'vox-humana, vox-humana-key.sk_live_test');
    assert.equal(request.url, '/api/v1/agents/agent_1/live?output=opus&conversation_id=conv_0');
    assert.equal(talk.id, 'conv_1');
  });

  test('gives events in order, sound with its packets, until it has ended', async () => {
    const talk = await talkWith();
    say({ type: 'phase', phase: 'speaking' });
    say({ type: 'audio', reply: 1, start_ms: 0, end_ms: 40, words: [], packets: 2 });
    sound(1, 2);
    sound(3);
    server.visits[0]?.socket.send('not JSON');
    say({ type: 'something_new' });
    say({ type: 'ended', reason: 'ended_by_agent' });
    server.visits[0]?.socket.close(1000);
    const events: LiveEvent[] = [];
    for await (const event of talk) events.push(event);
    const types = events.map(({ type }) => type as string);
    assert.deepEqual(types, ['conversation', 'phase', 'audio', 'something_new', 'ended']);
    const [, , audio] = events;
    assert.ok(audio?.type === 'audio');
    assert.deepEqual(
      audio.packets.map((packet) => [...packet]),
      [[1, 2], [3]],
    );
    assert.throws(() => talk.sendText('Too late'), /is over/);
    await assert.rejects(talk.ready(), /is over/);
  });

  test('sends sound, text and signs', async () => {
    const talk = await talkWith();
    assert.equal(talk.sendAudio(Int16Array.of(258)), true);
    talk.sendText('Hello');
    talk.commit();
    talk.interrupt();
    talk.played(1, 250);
    talk.end();
    assert.deepEqual(await received(6), [
      [2, 1],
      { type: 'text', text: 'Hello' },
      { type: 'commit' },
      { type: 'interrupt' },
      { type: 'played', reply: 1, ms: 250 },
      { type: 'end' },
    ]);
  });

  test('calls functions, tells their errors, and leaves unknown ones to the reader', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const tools = {
      weather: ({ city }: { city: string }) => ({ sky: `clear over ${city}` }),
      fail: async () => Promise.reject(new Error('No connection to the till.')),
      nothing: () => undefined,
      circular: () => circular,
    };
    const talk = await talkWith({ tools });
    for (const name of ['weather', 'fail', 'nothing', 'circular', 'toString'])
      say({ type: 'tool_call', call_id: name, name, arguments: { city: 'Rome' } });
    const answers = (await received(4)) as { call_id: string; result?: unknown; error?: string }[];
    const of = (id: string) => answers.find(({ call_id }) => call_id === id);
    assert.deepEqual(of('weather')?.result, { sky: 'clear over Rome' });
    assert.equal(of('fail')?.error, 'No connection to the till.');
    assert.equal(of('nothing')?.result, null);
    assert.match(of('circular')?.error ?? '', /circular/);
    talk.answer('toString', { result: 'by hand' });
    assert.deepEqual((await received(5))?.at(4), {
      type: 'tool_result',
      call_id: 'toString',
      result: 'by hand',
    });
  });

  for (const [how, leave] of [
    ['a restart', (socket: ServerSocket) => socket.close(1001)],
    ['a fault', (socket: ServerSocket) => socket.close(1011)],
    ['a cut', (socket: ServerSocket) => socket.terminate()],
  ] as const)
    test(`goes on after ${how}, with what was written in the meantime`, async () => {
      const talk = await talkWith({}, { sleep: async () => talk.sendText('Are you there?') });
      if (server.visits[0]) leave(server.visits[0].socket);
      await next(talk, 'disconnected');
      const again = await next(talk, 'conversation');
      assert.ok(again.type === 'conversation' && again.resumed);
      assert.match(server.visits[1]?.request.url ?? '', /\?conversation_id=conv_1$/);
      assert.deepEqual(await received(1), [{ type: 'text', text: 'Are you there?' }]);
    });

  test('does not come back when another connection took it over', async () => {
    const talk = await talkWith();
    server.visits[0]?.socket.close(4409, 'Another connection took over.');
    await assert.rejects(next(talk, 'ended'), { name: 'LiveConnectionError', code: 4409 });
    assert.equal(server.visits.length, 1);
  });

  test('does not come back when it is refused, and says why', async () => {
    const talk = await talkWith();
    server.refuse = 409;
    server.visits[0]?.socket.close(1001);
    await assert.rejects(next(talk, 'ended'), { name: 'ConflictError', code: 'refused' });
  });

  test('that ended while the connection was lost ends with its reason', async () => {
    const talk = await talkWith();
    [server.refuse, server.refusal] = [409, 'conversation_ended'];
    server.agent = { ended_reason: 'agent_deleted' };
    server.visits[0]?.socket.close(1001);
    const ended = await next(talk, 'ended');
    assert.ok(ended.type === 'ended' && ended.reason === 'agent_deleted');
    for await (const _ of talk) assert.fail('something came after the end');
  });

  test('gives up after so many tries', async () => {
    const pauses: number[] = [];
    const sleep = async (ms: number) => void pauses.push(ms);
    const talk = await talkWith({ maxReconnects: 3 }, { sleep });
    server.refuse = 503;
    server.visits[0]?.socket.close(1001);
    await assert.rejects(next(talk, 'ended'), { name: 'ServerError', status: 503 });
    assert.equal(pauses.length, 3);
  });

  test('that is refused says why', async () => {
    server.refuse = 404;
    await assert.rejects(talkWith(), { name: 'NotFoundError', requestId: 'r1' });
    await assert.rejects(talkWith({}, { apiKey: 'two words' }), /API key/);
    await assert.rejects(talkWith({}, { baseUrl: 'http://127.0.0.1:1' }), { name: 'LiveConnectionError' });
  });

  test('that is refused after the upgrade says why too', async () => {
    server.greet = (visit) => {
      visit.say({ type: 'error', error: { code: 'agent_not_found', message: 'There is no such agent.' } });
      visit.socket.close(4404, 'There is no such agent.');
    };
    const refused = { name: 'NotFoundError', code: 'agent_not_found', message: 'There is no such agent.' };
    await assert.rejects(talkWith(), refused);
  });

  test('is left without an end, or by a signal', async () => {
    const talk = await talkWith();
    talk.close();
    for await (const event of talk) assert.equal(event.type, 'conversation');
    const abort = new AbortController();
    const aborted = await talkWith({ signal: abort.signal });
    abort.abort(new Error('changed my mind'));
    await assert.rejects(next(aborted, 'ended'), /changed my mind/);
    await assert.rejects(talkWith({ signal: abort.signal }), /changed my mind/);
    assert.equal(server.visits.length, 2);
  });

  test('drops sound that the connection is too slow for, and says when there is room', async () => {
    let buffered = 100_000;
    class Slow extends WebSocket {
      override get bufferedAmount() {
        return buffered;
      }
    }
    const talk = await talkWith({}, { WebSocket: Slow });
    assert.equal(talk.sendAudio(new Uint8Array(2)), false);
    const ready = talk.ready();
    buffered = 0;
    await ready;
    assert.equal(talk.sendAudio(Uint8Array.of(7)), true);
    assert.deepEqual(await received(1), [[7]]);
  });
});
