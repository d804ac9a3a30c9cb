import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EarEvent, Manner, Said } from '../../../../engines/turn-taking/index.ts';
import type { SpokenChunk } from '../../spoken-replies/index.ts';
import type { ReplyPart } from '../responders/responder.ts';
import type { ConversationSettings } from './conversation-state.ts';
import { createLiveConversation, type LiveOptions, type LiveOutput } from './live-conversation.ts';
import { flush, manualClock } from './testing/manual-clock.ts';

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

const SETTINGS: ConversationSettings = {
  interruptible: true,
  falseInterruptionMs: 2_000,
  idle: null,
  idleEndMs: null,
  softTimeout: null,
  maxMs: null,
};

type Responder = (said: Said) => Iterable<ReplyPart> | AsyncIterable<ReplyPart>;

function scene(reply: Responder, settings = SETTINGS, voice: LiveOptions['speak'] = speak) {
  const clock = manualClock();
  const outputs: LiveOutput[] = [];
  const certainties: boolean[] = [];
  let closedEars = 0;
  let heardMs = 0;
  let hear: (event: EarEvent) => void = () => undefined;
  const conversation = createLiveConversation({
    clock,
    settings,
    speak: voice,
    openEar(onEvent) {
      hear = onEvent;
      return {
        push: async (samples) => {
          heardMs += samples.length / 16;
        },
        listenForWords: () => undefined,
        commit: () => false,
        clear: () => undefined,
        close: () => {
          closedEars += 1;
        },
      };
    },
    async *think(said, { certain }) {
      const place = certainties.push(false) - 1;
      certain.then(
        () => {
          certainties[place] = true;
        },
        () => undefined,
      );
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
    stopped: (): EarEvent => ({ kind: 'speech_stopped', startMs: 0, endMs: 1 }),
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
    closedEars: () => closedEars,
    heardMs: () => heardMs,
    events,
    of,
    kinds: () => outputs.map(({ kind }) => kind),
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

  test('what the responder ends ends after its last word', async () => {
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
    const { conversation, of, clock } = scene(() => [], { ...SETTINGS, idle, idleEndMs: 11_000 });
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

  test('a responder that fails is reported, and the conversation goes on', async () => {
    const { hear, events, of } = scene((said) => {
      if (said.text === 'Fail.') throw new Error('model gone');
      return [text('Fine.')];
    });
    await hear(events.ended('Fail.'));
    assert.equal(of('failed').length, 1);
    await hear(events.ended('Again.'));
    assert.equal(of('text').at(-1)?.delta, 'Fine.');
  });

  test('says where a reply goes on', async () => {
    const { hear, events, of, clock } = scene(() => [text('One two three four.')]);
    await hear(events.ended('Count.'));
    await clock.advance(700);
    await hear(events.started());
    await clock.advance(2_000);
    assert.deepEqual(of('resumed'), [{ kind: 'resumed', reply: 1, fromMs: 500 }]);
  });

  test('a turn in writing is answered instead of the reply in progress', async () => {
    const { conversation, of, clock } = scene(({ text: said }) => [text(`You wrote: ${said}`)]);
    conversation.hear('One.');
    await clock.advance(600);
    conversation.hear('Two.');
    await clock.advance(5_000);
    assert.deepEqual(
      of('reply_ended').map((one) => [one.text, one.heard.text, one.isInterrupted]),
      [
        ['You wrote: One.', 'You', true],
        ['You wrote: Two.', 'You wrote: Two.', false],
      ],
    );
  });

  test('what was played of another reply does not count', async () => {
    const { conversation, of, clock } = scene(() => [text('One two three four.')]);
    conversation.hear('Count.');
    await clock.advance(1_300);
    conversation.played(7, 100);
    conversation.interrupt();
    assert.equal(of('stopped')[0]?.atMs, 1_300);
    conversation.hear('Again.');
    await clock.advance(1_300);
    conversation.played(2, 600);
    conversation.interrupt();
    assert.equal(of('stopped')[1]?.atMs, 600);
  });

  test('a slow responder is filled in for; its own words follow', async () => {
    const words = Promise.withResolvers<void>();
    const softTimeout = { afterMs: 3_000, say: 'One moment' };
    const { conversation, of, clock } = scene(
      async function* () {
        await words.promise;
        yield text('Done.');
      },
      { ...SETTINGS, softTimeout },
    );
    conversation.hear('Look it up.');
    await clock.advance(2_999);
    assert.equal(of('audio').length, 0);
    await clock.advance(1);
    assert.equal(of('audio').length, 2);
    await clock.advance(20_000);
    assert.equal(of('reply_ended').length, 0);
    words.resolve();
    await clock.advance(600);
    assert.deepEqual(
      of('reply_ended').map((one) => [one.text, one.heard.text, one.isInterrupted]),
      [['One moment\nDone.', 'One moment\nDone.', false]],
    );
  });

  test('what was paid for is played to its end before a failure is told', async () => {
    async function* unpaid(deltas: AsyncIterable<string>): AsyncGenerator<SpokenChunk> {
      yield* speak(deltas);
      throw new Error('no credits');
    }
    const { conversation, of, clock } = scene(() => [text('One two three.')], SETTINGS, unpaid);
    conversation.hear('Count.');
    await clock.advance(1_400);
    assert.equal(of('failed').length, 0);
    await clock.advance(200);
    assert.equal(of('failed').length, 1);
    assert.deepEqual(
      of('reply_ended').map((one) => [one.heard.text, one.isInterrupted]),
      [['One two three.', true]],
    );
  });

  test('a guess that fails is told only if it was right', async () => {
    const { hear, events, of } = scene(() => {
      throw new Error('model gone');
    });
    await hear(events.started(), events.likely('I want.'));
    assert.equal(of('failed').length, 0);
    await hear(events.reopened(), events.likely('I want tea.'), events.ended('I want tea.'));
    assert.equal(of('failed').length, 1);
  });

  test('what a responder does on a guess is told when it is certain, in order', async () => {
    const { hear, events, kinds, of } = scene(() => [
      text('One.'),
      { type: 'remember', memory: {} },
      text(' Two.'),
    ]);
    await hear(events.started(), events.likely('Count.'));
    assert.equal(of('part').length, 0);
    await hear(events.ended('Count.'));
    const told = kinds().filter((kind) => kind === 'text' || kind === 'part');
    assert.deepEqual(told, ['text', 'part', 'text']);
  });

  test('a guess that the end of the conversation overtakes is discarded, as nobody heard of it', async () => {
    const { hear, events, kinds, conversation, certainties } = scene(() => [text('One.')]);
    await hear(events.started(), events.likely('Count.'));
    conversation.end('ended_by_client');
    await flush();
    assert.deepEqual(
      kinds().filter((kind) => kind === 'reply_ended' || kind === 'discarded' || kind === 'ended'),
      ['discarded', 'ended'],
    );
    assert.deepEqual(certainties, [false]);
  });

  test('closes after the clause in progress and a last sentence, deaf meanwhile', async () => {
    const made = scene(
      async function* () {
        yield text('One two. ');
        await new Promise(() => undefined);
      },
      { ...SETTINGS, softTimeout: { afterMs: 1, say: 'Never.' } },
    );
    const { conversation, of, clock } = made;
    conversation.hear('Count.');
    await clock.advance(300);
    conversation.close('Good bye.', 'out_of_credits');
    conversation.close('Again.', 'idle');
    await made.hear(made.events.started(), made.events.ended('Hello?'));
    assert.equal(made.closedEars(), 1);
    assert.equal(of('ear').length, 0);
    await clock.advance(5_000);
    assert.deepEqual(
      of('reply_ended').map((one) => [one.heard.text, one.isInterrupted]),
      [
        ['One two.', true],
        ['Good bye.', false],
      ],
    );
    assert.deepEqual(of('ended'), [{ kind: 'ended', reason: 'out_of_credits' }]);
  });

  test('closing from the report of a failure says the last sentence, and ends if that fails too', async () => {
    for (const isPaid of [true, false]) {
      const made = scene(
        () => [text('One.')],
        SETTINGS,
        async function* (deltas, { reply }) {
          if (reply === 1 || !isPaid) throw new Error('no credits');
          yield* speak(deltas);
        },
      );
      made.conversation.hear('Count.');
      await flush();
      assert.equal(made.of('failed').length, 1);
      made.conversation.close('Good bye.', 'out_of_credits');
      await made.clock.advance(5_000);
      assert.equal(made.of('reply_ended').at(-1)?.heard.text, isPaid ? 'Good bye.' : '');
      assert.deepEqual(made.of('ended'), [{ kind: 'ended', reason: 'out_of_credits' }]);
    }
  });

  test('the time limit cuts the reply', async () => {
    const { conversation, of, clock, kinds } = scene(() => [text('One two three four.')], {
      ...SETTINGS,
      maxMs: 1_000,
    });
    conversation.hear('Count.');
    await clock.advance(1_000);
    assert.equal(of('reply_ended')[0]?.heard.text, 'One two');
    assert.deepEqual(kinds().slice(-3), ['stopped', 'reply_ended', 'ended']);
  });

  test('a turn whose sound stops is heard to its end', async () => {
    const { conversation, clock, hear, events, heardMs } = scene(() => []);
    await conversation.push(new Float32Array(320));
    await clock.advance(5_000);
    assert.equal(heardMs(), 20);
    await hear(events.started());
    await conversation.push(new Float32Array(320));
    await clock.advance(2_000);
    assert.equal(heardMs(), 2_040);
    await hear(events.stopped(), events.ended('Hello'));
    await clock.advance(2_000);
    assert.equal(heardMs(), 2_040);
  });
});
