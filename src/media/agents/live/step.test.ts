import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EarEvent, Manner, Said } from '../../../engines/turn-taking/index.ts';
import { type ConversationInput, type ConversationSettings, openConversation } from './conversation-state.ts';
import { nextTickMs, step } from './step.ts';

const SETTINGS: ConversationSettings = {
  interruptible: true,
  falseInterruptionMs: 2_000,
  idle: { afterMs: 10_000, prompts: ['Are you still there?'] },
};
const said = (text: string, manner: Manner = 'speech'): Said => ({ text, language: 'en', manner });
const samples = new Float32Array();

const started: EarEvent = { kind: 'speech_started', atMs: 0 };
const stopped: EarEvent = { kind: 'speech_stopped', startMs: 0, endMs: 1 };
const noise: EarEvent = { kind: 'noise', startMs: 0, endMs: 1, seconds: 1 };
const reopened: EarEvent = { kind: 'reopened', atMs: 0 };
const words = (text: string, manner?: Manner): EarEvent => ({
  kind: 'words',
  atMs: 0,
  said: said(text, manner),
});
const likely = (text: string, manner?: Manner): EarEvent => ({
  kind: 'likely_end',
  atMs: 0,
  said: said(text, manner),
  waitMs: 400,
  reason: 'finished',
});
const ended = (text: string, manner?: Manner): EarEvent => ({
  kind: 'turn_ended',
  said: said(text, manner),
  startMs: 0,
  endMs: 1,
  seconds: 1,
  samples,
  reason: 'finished',
});

function conversation(settings = SETTINGS) {
  let state = openConversation(0);
  let nowMs = 0;
  const give = (input: ConversationInput): string[] => {
    const next = step(state, input, settings);
    state = next.state;
    return next.effects.map(({ kind }) => kind);
  };
  return {
    state: () => state,
    ear: (...events: EarEvent[]) => events.flatMap((event) => give({ kind: 'ear', event, nowMs })),
    begun: () => give({ kind: 'reply_begun', reply: state.reply, nowMs }),
    played: (ends: string | null = null) => give({ kind: 'reply_played', reply: state.reply, ends, nowMs }),
    wait(ms: number) {
      nowMs += ms;
      return give({ kind: 'tick', nowMs });
    },
  };
}

function speaking(settings = SETTINGS) {
  const made = conversation(settings);
  made.ear(started, stopped, ended('Hello.'));
  made.begun();
  assert.equal(made.state().phase, 'speaking');
  return made;
}

test('thinks on a likely end, and speaks when the turn has ended with the same words', () => {
  const { ear, state } = conversation();
  assert.deepEqual(ear(started, likely('Hello.')), ['think']);
  assert.deepEqual(ear(stopped, ended('Hello.')), ['confirm']);
  assert.equal(state().phase, 'thinking');
});

test('throws a guess away when the turn goes on, or ends in other words', () => {
  const { ear, state } = conversation();
  assert.deepEqual(ear(started, likely('I want.'), reopened), ['think', 'discard']);
  assert.equal(state().phase, 'listening');
  assert.deepEqual(ear(likely('I want tea.'), stopped, ended('I want tea please.')), [
    'think',
    'discard',
    'think',
  ]);
});

test('stops at once when somebody speaks, and is interrupted by words', () => {
  const { ear, state } = speaking();
  assert.deepEqual(ear(started), ['pause', 'listen_for_words']);
  assert.deepEqual(ear(words('Wait a')), ['cut']);
  assert.equal(state().phase, 'listening');
  assert.deepEqual(ear(stopped, ended('Wait a moment.')), ['think']);
});

test('goes on after noise, a sign of listening or two seconds without words', () => {
  for (const event of [noise, likely('Mhm.', 'back_channel'), ended('Um.', 'filler')]) {
    const { ear, state } = speaking();
    assert.deepEqual(ear(started, event), ['pause', 'listen_for_words', 'resume']);
    assert.equal(state().phase, 'speaking');
  }
  const { ear, wait } = speaking();
  ear(started);
  assert.deepEqual(wait(1_999), []);
  assert.deepEqual(wait(1), ['resume']);
  assert.deepEqual(ear(words('Actually no')), ['cut'], 'late words still interrupt');
});

test('a yes that becomes a but interrupts', () => {
  const { ear } = speaking();
  assert.deepEqual(ear(started, words('Yes.', 'back_channel')), [
    'pause',
    'listen_for_words',
    'listen_for_words',
  ]);
  assert.deepEqual(ear(words('Yes, but when?')), ['cut']);
});

test('what is said during a reply that may not be interrupted is answered after it', () => {
  const { ear, played } = speaking({ ...SETTINGS, interruptible: false });
  assert.deepEqual(ear(started, stopped, ended('And then?')), []);
  assert.deepEqual(played(), ['think']);
});

test('asks whether anybody is there, then ends; speech starts the count again', () => {
  const { wait, begun, played, ear, state } = conversation();
  assert.deepEqual(wait(9_999), []);
  assert.deepEqual(wait(1), ['prompt']);
  begun();
  played();
  assert.deepEqual(ear(started), []);
  assert.deepEqual(wait(60_000), [], 'not while somebody speaks');
  assert.deepEqual(ear(stopped, noise), []);
  assert.deepEqual(wait(10_000), ['end']);
  assert.equal(state().phase, 'ended');
});

test('ends when the mind has ended the call, after its last words', () => {
  const { played, state, ear } = speaking();
  assert.deepEqual(played('end_call'), ['end']);
  assert.equal(state().phase, 'ended');
  assert.deepEqual(ear(started, ended('Hello?')), []);
});

test('in any order of events, at most one reply is in progress and a pause is always left', () => {
  const event = fc.constantFrom<EarEvent>(
    started,
    stopped,
    noise,
    reopened,
    words('Wait'),
    words('Yes', 'back_channel'),
    likely('One.'),
    likely('Mhm.', 'back_channel'),
    ended('One.'),
    ended('Two.'),
    ended('Um.', 'filler'),
  );
  const input = fc.oneof(event, fc.constantFrom('begun', 'played', 'wait'));
  fc.assert(
    fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
      const talk = conversation();
      const live = new Set<number>();
      for (const one of inputs) {
        const effects =
          one === 'begun'
            ? talk.begun()
            : one === 'played'
              ? talk.played()
              : one === 'wait'
                ? talk.wait(700)
                : talk.ear(one);
        for (const effect of effects) {
          if (effect === 'cut' || effect === 'discard') live.clear();
          if (effect !== 'think' && effect !== 'prompt') continue;
          assert.equal(live.size, 0, 'a reply was begun beside another');
          live.add(talk.state().reply);
        }
        if (one === 'played' && talk.state().phase === 'listening') live.clear();
      }
      if (talk.state().phase === 'paused') assert.deepEqual(talk.wait(2_000), ['resume']);
      const due = nextTickMs(talk.state(), SETTINGS);
      assert.ok(due === null || Number.isFinite(due));
    }),
    { numRuns: 300 },
  );
});
