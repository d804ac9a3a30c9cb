import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatPart } from '../../../engines/language-model/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { createItems } from './items.ts';
import { type ResponseOptions, respond, type SpokenPiece } from './respond.ts';

type Event = { type: string } & Record<string, unknown>;
type Done = {
  response: { status: string; status_details: Record<string, unknown>; output: { status: string }[] };
};

const END: ChatPart = {
  type: 'end',
  model: 'm',
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
};
const text = (content: string): ChatPart => ({ type: 'text', text: content });

async function run(parts: (ChatPart | Error)[], overrides: Partial<ResponseOptions> = {}) {
  const events: Event[] = [];
  let count = 0;
  const items = createItems(() => 'unused');
  const status = await respond({
    id: 'resp_1',
    conversationId: 'conv_1',
    modalities: ['audio'],
    metadata: null,
    newItemId: () => `item_${++count}`,
    items,
    parts: (async function* stream() {
      for (const part of parts) {
        if (part instanceof Error) throw part;
        yield part;
      }
    })(),
    speak: async function* speak(texts): AsyncGenerator<SpokenPiece> {
      for await (const piece of texts) yield { text: piece, audio: Buffer.from(piece) };
    },
    send: async (event) => {
      events.push(structuredClone(event));
    },
    signal: new AbortController().signal,
    ...overrides,
  });
  return { status, events, items, done: events.at(-1) as unknown as Done };
}

test('a spoken reply has the events that clients wait for, in their order', async () => {
  const { status, events, items } = await run([text('Hello '), text('there.'), END]);
  assert.equal(status, 'completed');
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_audio_transcript.delta',
      'response.output_audio.delta',
      'response.output_audio_transcript.delta',
      'response.output_audio.delta',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ],
  );
  const [item] = items.list;
  assert.ok(item?.type === 'message' && item.status === 'completed');
  assert.equal(item.content[0]?.transcript, 'Hello there.');
});

test('a written reply has text and no audio', async () => {
  const { events } = await run([text('Hello.'), END], { modalities: ['text'] });
  assert.ok(
    events.some(({ type, text: whole }) => type === 'response.output_text.done' && whole === 'Hello.'),
  );
  assert.ok(!events.some(({ type }) => type.includes('audio')));
});

test('a tool call is an item that is completed', async () => {
  const call = { id: 'call_1', name: 'clock', arguments: '{"zone":"UTC"}' };
  const { events, items, done } = await run([{ type: 'tool_call', call }, END]);
  const types = events.map(({ type }) => type.replace('response.', ''));
  assert.ok(
    types.includes('function_call_arguments.delta') && types.includes('function_call_arguments.done'),
  );
  assert.deepEqual(items.list[0], {
    id: 'item_1',
    object: 'realtime.item',
    type: 'function_call',
    status: 'completed',
    call_id: 'call_1',
    name: 'clock',
    arguments: '{"zone":"UTC"}',
  });
  assert.equal(done.response.output[0]?.status, 'completed');
});

test('a reply that is cut off keeps what was said, and ends as cancelled with the reason', async () => {
  const interruption = new AbortController();
  const { status, done, items } = await run([text('One. '), text('Two.'), END], {
    signal: interruption.signal,
    speak: async function* speak(texts) {
      for await (const piece of texts) {
        yield { text: piece, audio: Buffer.from(piece) };
        interruption.abort('turn_detected');
        await delay(1);
      }
    },
  });
  assert.equal(status, 'cancelled');
  assert.deepEqual(done.response.status_details, { type: 'cancelled', reason: 'turn_detected' });
  const [item] = items.list;
  assert.ok(item?.type === 'message' && item.status === 'incomplete');
  assert.equal(item.content[0]?.transcript, 'One. ');
});

test('what fails is told without what is internal', async () => {
  const poor = new DomainError({
    kind: 'payment_required',
    code: 'insufficient_credits',
    public: 'No credits.',
  });
  const { done } = await run([text('One. '), poor]);
  assert.deepEqual(done.response.status_details, {
    type: 'failed',
    error: { type: 'insufficient_quota', code: 'insufficient_credits', message: 'No credits.', param: null },
  });
  const { done: internal } = await run([new Error('hunter2')]);
  assert.ok(!JSON.stringify(internal).includes('hunter2'));
});

test('a response outside the conversation leaves it as it was', async () => {
  const { events, items } = await run([text('Hello.'), END], { items: null });
  assert.equal(items.list.length, 0);
  assert.ok(!events.some(({ type }) => type.startsWith('conversation.')));
});
