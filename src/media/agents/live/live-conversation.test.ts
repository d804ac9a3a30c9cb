import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EarEvent, Manner, Said } from '../../../engines/turn-taking/index.ts';
import type { SpokenChunk } from '../mouth/index.ts';
import type { ConversationSettings } from './conversation-state.ts';
import { createLiveConversation, type LiveOutput } from './live-conversation.ts';
import type { ReplyPart } from './reply.ts';

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

function manualClock() {
  let nowMs = 0;
  let timers: { atMs: number; run(): void }[] = [];
  return {
    nowMs: () => nowMs,
    after(ms: number, run: () => void) {
      const timer = { atMs: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async advance(ms: number) {
      const end = nowMs + ms;
      for (;;) {
        await flush();
        const [next] = timers.filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        nowMs = next.atMs;
        timers = timers.filter((one) => one !== next);
        next.run();
      }
      nowMs = end;
      await flush();
    },
  };
}

/** Each word takes 500 ms, in one chunk. */
async function* speak(deltas: AsyncIterable<string>): AsyncGenerator<SpokenChunk> {
  let at = 0;
  let startMs = 0;
  for await (const delta of deltas) {
    for (const { 0: text, index } of delta.matchAll(/\S+/gu)) {
      const start = at + index;
      const word = { text, start, end: start + text.length, startMs, endMs: startMs + 500 };
      const clause = { index: 0, start: at, end: at + delta.length, speech: delta };
      yield { samples: new Float32Array(500), startMs, endMs: startMs + 500, words: [word], clause };
      startMs += 500;
    }
    at += delta.length;
  }
}

const SETTINGS: ConversationSettings = { interruptible: true, falseInterruptionMs: 2_000, idle: null };

function scene(reply: (said: Said) => ReplyPart[], settings = SETTINGS) {
  const clock = manualClock();
  const outputs: LiveOutput[] = [];
  const certainties: boolean[] = [];
  let hear: (event: EarEvent) => void = () => undefined;
  const conversation = createLiveConversation({
    clock,
    settings,
    speak,
    openEar(onEvent) {
      hear = onEvent;
      return {
        push: async () => undefined,
        listenForWords: () => undefined,
        commit: () => false,
        clear: () => undefined,
        close: () => undefined,
      };
    },
    async *think(said, { certain }) {
      const place = certainties.push(false) - 1;
      certain.then(() => {
        certainties[place] = true;
      }, assert.fail);
      yield* reply(said);
    },
    onOutput: (output) => outputs.push(output),
  });
  const said = (text: string, manner: Manner = 'speech'): Said => ({ text, language: 'en', manner });
  const events = {
    started: (): EarEvent => ({ kind: 'speech_started', atMs: 0 }),
    likely: (text: string, manner?: Manner): EarEvent => ({
      kind: 'likely_end',
      atMs: 0,
      said: said(text, manner),
      waitMs: 400,
      reason: 'finished',
    }),
    reopened: (): EarEvent => ({ kind: 'reopened', atMs: 0 }),
    words: (text: string): EarEvent => ({ kind: 'words', atMs: 0, said: said(text) }),
    ended: (text: string): EarEvent => ({
      kind: 'turn_ended',
      said: said(text),
      startMs: 0,
      endMs: 1,
      seconds: 1,
      samples: new Float32Array(),
      reason: 'finished',
    }),
  };
  const of = <Kind extends LiveOutput['kind']>(kind: Kind) =>
    outputs.filter((output): output is Extract<LiveOutput, { kind: Kind }> => output.kind === kind);
  return {
    clock,
    conversation,
    certainties,
    events,
    of,
    hear: async (...all: EarEvent[]) => {
      for (const event of all) hear(event);
      await flush();
    },
  };
}

const text = (words: string): ReplyPart => ({ type: 'text', text: words });

describe('a live conversation', () => {
  test('thinks on a guess, is heard once it is certain, and ends with all of its words', async () => {
    const { hear, events, of, clock, certainties } = scene(() => [text('One two.'), text(' Three.')]);
    await hear(events.started(), events.likely('Count.'));
    await clock.advance(300);
    assert.equal(of('audio').length + of('text').length, 0);
    assert.deepEqual(certainties, [false]);
    await hear(events.ended('Count.'));
    assert.ok(of('audio').length > 0);
    await clock.advance(2_000);
    const [done] = of('reply_ended');
    assert.deepEqual([done?.heard.text, done?.isInterrupted], ['One two. Three.', false]);
    assert.deepEqual(certainties, [true]);
    assert.equal(of('phase').at(-1)?.phase, 'listening');
  });

  test('a guess that is reopened leaves nothing behind', async () => {
    const { hear, events, of, clock } = scene(() => [text('No.')]);
    await hear(events.started(), events.likely('I want.'), events.reopened());
    await clock.advance(3_000);
    assert.equal(of('discarded').length, 1);
    assert.equal(of('audio').length + of('text').length + of('reply_ended').length, 0);
  });

  test('an interruption stops the sound at once, and keeps the words that were heard', async () => {
    const { hear, events, of, clock } = scene(() => [text('One two three four five six seven.')]);
    await hear(events.ended('Count.'));
    await clock.advance(1_300);
    await hear(events.started());
    const [stopped] = of('stopped');
    assert.equal(stopped?.atMs, 1_300);
    const sent = of('audio').length;
    await clock.advance(500);
    assert.equal(of('audio').length, sent, 'nothing is sent after the stop');
    await hear(events.words('Wait please'));
    const [done] = of('reply_ended');
    assert.deepEqual([done?.heard.text, done?.isInterrupted], ['One two three', true]);
  });

  test('a false interruption goes on with the word that was cut', async () => {
    const { hear, events, of, clock } = scene(() => [text('One two three four.')]);
    await hear(events.ended('Count.'));
    await clock.advance(700);
    await hear(events.started());
    const before = of('audio').length;
    await clock.advance(1_999);
    assert.equal(of('resumed').length, 0);
    await clock.advance(1);
    assert.equal(of('resumed').length, 1);
    assert.equal(of('audio')[before]?.chunk.startMs, 500);
    await clock.advance(5_000);
    assert.deepEqual(of('reply_ended')[0]?.heard.text, 'One two three four.');
  });

  test('what the mind ends ends after its last word', async () => {
    const { hear, events, of, clock } = scene(() => [
      text('Good bye.'),
      { type: 'end_call', reason: 'done' },
    ]);
    await hear(events.ended('Bye.'));
    await clock.advance(900);
    assert.equal(of('ended').length, 0);
    await clock.advance(200);
    assert.deepEqual(of('ended'), [{ kind: 'ended', reason: 'end_call' }]);
  });

  test('a first message is spoken, and silence is asked about and then ends the call', async () => {
    const idle = { afterMs: 5_000, prompts: ['Still there?'] };
    const { conversation, of, clock } = scene(() => [], { ...SETTINGS, idle });
    conversation.say('Hello there.');
    await clock.advance(1_000 + 5_000);
    assert.deepEqual(
      of('reply_ended').map((one) => one.text),
      ['Hello there.'],
    );
    await clock.advance(1_000 + 5_000);
    assert.deepEqual(
      of('reply_ended').map((one) => one.text),
      ['Hello there.', 'Still there?'],
    );
    assert.deepEqual(of('ended'), [{ kind: 'ended', reason: 'idle' }]);
  });

  test('a mind that fails is reported, and the conversation goes on', async () => {
    const { hear, events, of } = scene((said) => {
      if (said.text === 'Fail.') throw new Error('model gone');
      return [text('Fine.')];
    });
    await hear(events.ended('Fail.'));
    assert.equal(of('failed').length, 1);
    await hear(events.ended('Again.'));
    assert.equal(of('text').at(-1)?.delta, 'Fine.');
  });
});
