import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { ChatPart, ChatRequest } from '../../../engines/language-model/index.ts';
import type { EarEvent } from '../../../engines/turn-taking/index.ts';
import type { Message } from '../../http/index.ts';
import { until } from '../../platform/testing/until.ts';
import type { RealtimePorts } from './ports.ts';
import { runSession } from './session.ts';

/** The tests read these fields of any event. */
type Event = {
  type: string;
  item_id: string;
  audio_end_ms: number;
  session: Record<string, unknown>;
  error: { code: string; event_id: string | null };
  item: { content: { type: string; transcript: string | null }[] };
  response: { status: string; status_details: { reason: string } };
};
const END: ChatPart = { type: 'end', model: 'm', usage: null };
const SAID = { text: 'Hello there.', language: 'en', manner: 'speech' } as const;

describe('a Realtime session', () => {
  let sent: Event[];
  let tell: (event: EarEvent) => void;
  let asked: ChatRequest[];
  let detections: string[];
  let traces: string[];
  let paid: number[];
  let unpaid: Error | null;
  let reported: unknown[];
  let gate: Promise<unknown>;
  let reply: string[];
  let client: ReturnType<typeof openClient>;

  beforeEach(async () => {
    [sent, asked, detections, traces, paid, reply] = [[], [], [], [], [], ['Good ', 'morning.']];
    gate = Promise.resolve();
    [unpaid, reported] = [null, []];
    client = openClient();
    await seen('session.created');
  });
  afterEach(() => client.end());

  const ports: RealtimePorts = {
    openEar({ detection, onEvent }) {
      detections.push(detection.type);
      tell = onEvent;
      let hasSound = false;
      return {
        push: async () => {
          hasSound = true;
        },
        listenForWords: () => undefined,
        commit: () => hasSound,
        clear: () => undefined,
        close: () => undefined,
      };
    },
    startTrace(name) {
      traces.push(name);
      return undefined;
    },
    async *think(request) {
      asked.push(request);
      for (const text of reply) yield { type: 'text', text };
      yield END;
    },
    async *speak(texts, { signal }) {
      let at = 0;
      let ms = 0;
      for await (const text of texts) {
        if (at > 0) await Promise.race([gate, new Promise((done) => signal.addEventListener('abort', done))]);
        if (signal.aborted) return;
        const word = {
          text: text.trimEnd(),
          start: at,
          end: at + text.trimEnd().length,
          startMs: ms,
          endMs: ms + 500,
        };
        yield { text, samples: new Float32Array(12_000), words: [word] };
        at += text.length;
        ms += 500;
      }
    },
    speechRate: 24_000,
    payForHearing: async (seconds) => {
      if (unpaid) throw unpaid;
      paid.push(seconds);
    },
    report: (error) => reported.push(error),
  };

  function openClient() {
    const waiting: Message[] = [];
    let news = Promise.withResolvers<void>();
    let isOpen = true;
    const end = new AbortController();
    const done = runSession(
      ports,
      {
        messages: (async function* read() {
          while (isOpen || waiting.length > 0) {
            const next = waiting.shift();
            if (next) yield next;
            else {
              await news.promise;
              news = Promise.withResolvers();
            }
          }
        })(),
        send: async (event) => {
          sent.push(structuredClone(event) as Event);
        },
        close: () => {
          isOpen = false;
          news.resolve();
        },
        cutOff: () => undefined,
        signal: end.signal,
      },
      { type: 'realtime', model: 'gpt-realtime' },
    );
    return {
      raw(text: string): void {
        waiting.push({ kind: 'text', text });
        news.resolve();
      },
      send(event: object): void {
        this.raw(JSON.stringify(event));
      },
      end(): Promise<void> {
        isOpen = false;
        news.resolve();
        return done;
      },
    };
  }

  async function seen(type: string, count = 1): Promise<Event> {
    const found = await until(
      async () => sent.filter((event) => event.type === type),
      (events) => events.length >= count,
    );
    return found[count - 1] as Event;
  }
  const types = (): string[] => sent.map(({ type }) => type);
  const hear = (): void => {
    tell({ kind: 'speech_started', atMs: 100 });
    tell({ kind: 'speech_stopped', startMs: 100, endMs: 900 });
    const turn = {
      startMs: 100,
      endMs: 900,
      seconds: 0.8,
      samples: new Float32Array(0),
      reason: 'finished',
    } as const;
    tell({ kind: 'turn_ended', said: SAID, ...turn });
  };

  test('tells the settings, takes changes, and listens anew when they concern the ear', async () => {
    client.send({
      type: 'session.update',
      session: { type: 'realtime', instructions: 'Be brief.', future: 1 },
    });
    const { session } = await seen('session.updated');
    assert.deepEqual([session.instructions, session.future, detections.length], ['Be brief.', 1, 1]);
    client.send({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } });
    await seen('session.updated', 2);
    assert.deepEqual(detections, ['server_vad', 'none']);
  });

  test('answers a spoken turn, which is paid before its words are used', async () => {
    client.send({ type: 'session.update', session: { audio: { input: { transcription: {} } } } });
    await seen('session.updated');
    hear();
    await seen('response.done');
    assert.deepEqual(paid, [0.8]);
    assert.deepEqual(asked[0]?.messages, [{ role: 'user', content: 'Hello there.' }]);
    const order = [
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'conversation.item.input_audio_transcription.delta',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
    ];
    assert.deepEqual(types().slice(2, 2 + order.length), order);
    const { item } = await seen('conversation.item.added');
    assert.deepEqual(item.content, [{ type: 'input_audio', transcript: null }]);
  });

  test('a voice stops the reply, and the next one knows only what was heard', async () => {
    gate = new Promise(() => undefined);
    client.send({ type: 'response.create', event_id: 'mine' });
    await seen('response.output_audio.delta');
    client.send({ type: 'response.create', event_id: 'second' });
    const { error } = await seen('error');
    assert.deepEqual([error.code, error.event_id], ['conversation_already_has_active_response', 'second']);
    tell({ kind: 'speech_started', atMs: 0 });
    const { response } = await seen('response.done');
    const { status, status_details } = response;
    assert.deepEqual([status, status_details.reason], ['cancelled', 'turn_detected']);
    const { item_id } = await seen('response.output_audio.done');
    client.send({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 100 });
    await seen('conversation.item.truncated');
    client.send({ type: 'conversation.item.retrieve', item_id });
    const { item } = await seen('conversation.item.retrieved');
    assert.equal(item.content[0]?.transcript, '');
  });

  test('truncation keeps the words that were played, and not more than there was', async () => {
    client.send({ type: 'response.create' });
    await seen('response.done');
    assert.deepEqual(traces, ['realtime response']);
    const { item_id } = await seen('response.output_audio.done');
    const truncate = (audio_end_ms: number) =>
      client.send({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms });
    truncate(99_999);
    assert.equal((await seen('conversation.item.truncated')).audio_end_ms, 1_000);
    truncate(600);
    await seen('conversation.item.truncated', 2);
    client.send({ type: 'conversation.item.retrieve', item_id });
    const { item } = await seen('conversation.item.retrieved');
    assert.equal(item.content[0]?.transcript, 'Good');
  });

  test('a cancel ends the reply, and a second one is told that there is none', async () => {
    gate = new Promise(() => undefined);
    client.send({ type: 'response.create' });
    await seen('response.output_audio.delta');
    client.send({ type: 'response.cancel' });
    await seen('response.done');
    client.send({ type: 'response.cancel' });
    assert.equal((await seen('error')).error.code, 'response_cancel_not_active');
  });

  test('mistakes are answered by errors, and the session goes on', async () => {
    client.raw('{');
    client.raw('[]');
    client.send({ type: 'nothing.known', event_id: 'e3' });
    client.send({ type: 'toString' });
    client.send({ type: 'input_audio_buffer.append', audio: 'AA==' });
    client.send({ type: 'input_audio_buffer.append', audio: 7 });
    client.send({ type: 'input_audio_buffer.commit' });
    client.send({ type: 'conversation.item.delete', item_id: 'nobody' });
    client.send({ type: 'session.update', session: { audio: { output: { speed: 'fast' } } } });
    client.send({ type: 'response.create', response: { input: [null] } });
    await seen('error', 10);
    client.send({ type: 'input_audio_buffer.clear' });
    await seen('input_audio_buffer.cleared');
  });
});
