import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EarEvent, Manner, Said } from '../../../../engines/turn-taking/index.ts';
import {
  type ConversationInput,
  type ConversationSettings,
  openConversation,
  type Phase,
} from './conversation-state.ts';
import { step } from './step.ts';
import { nextTickMs } from './tick.ts';

const SETTINGS: ConversationSettings = {
  interruptible: true,
  falseInterruptionMs: 2_000,
  idle: { afterMs: 10_000, prompts: ['Are you still there?'] },
  idleEndMs: 30_000,
  softTimeout: null,
  maxMs: null,
};
const said = (text: string, manner: Manner = 'speech'): Said => ({ text, language: 'en', manner });
const samples = new Float32Array();

const suspected: EarEvent = { kind: 'speech_suspected', atMs: 0 };
const dropped: EarEvent = { kind: 'suspicion_dropped' };
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
    return next.effects.map((effect) => (effect.kind === 'end' ? `end: ${effect.reason}` : effect.kind));
  };
  return {
    state: () => state,
    ear: (...events: EarEvent[]) => events.flatMap((event) => give({ kind: 'ear', event, nowMs })),
    worded: () => give({ kind: 'reply_worded', reply: state.reply, nowMs }),
    begun: () => give({ kind: 'reply_begun', reply: state.reply, nowMs }),
    played: (ends: string | null = null) => give({ kind: 'reply_played', reply: state.reply, ends, nowMs }),
    failed: () => give({ kind: 'reply_failed', reply: state.reply, nowMs }),
    read: (text: string) => give({ kind: 'read', text, nowMs }),
    interrupt: () => give({ kind: 'interrupt', nowMs }),
    close: (text: string | null = null) => give({ kind: 'close', text, reason: 'out_of_credits', nowMs }),
    wait(ms: number) {
      nowMs += ms;
      return give({ kind: 'tick', nowMs });
    },
  };
}

type Talk = ReturnType<typeof conversation>;
const isReplying = (phase: Phase): boolean => phase !== 'listening' && phase !== 'ended';

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

test('stops on the suspicion of speech, and goes on at once if it was none', () => {
  const { ear, state, wait } = speaking();
  assert.deepEqual(ear(suspected), ['pause']);
  assert.deepEqual(ear(dropped), ['resume']);
  assert.deepEqual(ear(suspected, started), ['pause', 'listen_for_words']);
  assert.deepEqual(ear(dropped), []);
  assert.deepEqual(wait(2_000), ['resume']);
  assert.equal(state().phase, 'speaking');
  assert.deepEqual(speaking({ ...SETTINGS, interruptible: false }).ear(suspected, started), []);
  assert.deepEqual(conversation().ear(suspected, dropped, started), []);
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

test('asks whether anybody is there, and starts again after a turn', () => {
  const { wait, begun, played, ear } = conversation();
  assert.deepEqual(wait(9_999), []);
  assert.deepEqual(wait(1), ['prompt']);
  begun();
  played();
  assert.deepEqual(wait(10_000), [], 'each prompt is said once');
  ear(started, stopped, ended('Yes.'));
  begun();
  played();
  assert.deepEqual(wait(10_000), ['prompt']);
});

test('ends without a turn for long enough; prompts and noise do not count, nor is speech cut off', () => {
  const { wait, begun, played, ear, state } = conversation();
  wait(10_000);
  begun();
  played();
  assert.deepEqual(ear(started), []);
  assert.deepEqual(wait(60_000), [], 'not while somebody speaks');
  assert.deepEqual(ear(stopped, noise), []);
  assert.deepEqual(wait(0), ['end: idle']);
  assert.equal(state().phase, 'ended');
});

test('asks nobody whether they are there, and ends nothing, while their words are being recognised', () => {
  const { wait, ear } = conversation();
  ear(started, stopped, started, stopped);
  assert.deepEqual(wait(60_000), []);
  ear(noise);
  assert.deepEqual(wait(60_000), [], 'one turn is still unheard');
  assert.deepEqual(ear(ended('Hello.')), ['think']);
});

test('ends when the responder has ended the call, after its last words', () => {
  const { played, state, ear } = speaking();
  assert.deepEqual(played('end_call'), ['end: end_call']);
  assert.equal(state().phase, 'ended');
  assert.deepEqual(ear(started, ended('Hello?')), []);
});

test('what is said during such a reply is kept, however often', () => {
  const { ear, read, played, state } = speaking({ ...SETTINGS, interruptible: false });
  assert.deepEqual([...ear(started, stopped, ended('And then?')), ...read('When?')], []);
  assert.equal(state().waiting?.text, 'And then? When?');
  assert.deepEqual(played(), ['think']);
});

test('a turn in writing is answered, instead of a reply or a guess in progress', () => {
  const first = conversation();
  assert.deepEqual(first.read('Hello.'), ['think']);
  first.begun();
  assert.deepEqual(first.read('Stop. Something else.'), ['cut', 'think']);
  const { ear, read } = conversation();
  assert.deepEqual([...ear(started, likely('I want.')), ...read('Tea.')], ['think', 'discard', 'think']);
});

test('an interruption without speech cuts the reply, if it may be interrupted', () => {
  const { interrupt, state, wait } = speaking();
  wait(5_000);
  assert.deepEqual(interrupt(), ['cut']);
  assert.equal(state().phase, 'listening');
  assert.deepEqual(interrupt(), []);
  assert.deepEqual(wait(9_999), [], 'the silence begins now');
  assert.deepEqual(speaking({ ...SETTINGS, interruptible: false }).interrupt(), []);
});

test('a responder that is slow is filled in for, once, as soon as the turn is certain', () => {
  const settings = { ...SETTINGS, softTimeout: { afterMs: 3_000, say: 'One moment.' } };
  const { ear, wait, begun, played } = conversation(settings);
  ear(started, likely('Hello.'));
  assert.deepEqual(wait(5_000), [], 'not for a guess');
  ear(stopped, ended('Hello.'));
  assert.deepEqual(wait(2_999), []);
  assert.deepEqual(wait(1), ['fill']);
  begun();
  assert.deepEqual(wait(60_000), []);
  played();
  const quick = conversation(settings);
  quick.ear(started, stopped, ended('Hello.'));
  quick.worded();
  assert.deepEqual(quick.wait(60_000), []);
});

test('the time limit ends the conversation, whatever is going on', () => {
  const settings = { ...SETTINGS, maxMs: 60_000 };
  const quiet = conversation({ ...settings, idle: null, idleEndMs: null });
  assert.deepEqual(quiet.wait(59_999), []);
  assert.deepEqual(quiet.wait(1), ['end: time_limit']);
  assert.deepEqual(speaking(settings).wait(60_000), ['cut', 'end: time_limit']);
  const guessing = conversation(settings);
  guessing.ear(started, likely('Hello.'));
  assert.deepEqual(guessing.wait(60_000), ['discard', 'end: time_limit']);
});

test('closes after the reply and the last sentence, and listens to nobody meanwhile', () => {
  const { close, ear, read, interrupt, played, begun } = speaking();
  assert.deepEqual(close('Good bye.'), ['stop_listening', 'wind_up']);
  assert.deepEqual([...close('Again.'), ...ear(started, ended('No!')), ...read('No!'), ...interrupt()], []);
  assert.deepEqual(played('hand_over'), ['prompt']);
  begun();
  assert.deepEqual(played(), ['end: out_of_credits']);
});

test('closes at once if there is nothing to say, or the last sentence fails', () => {
  assert.deepEqual(conversation().close(), ['stop_listening', 'end: out_of_credits']);
  const { close, failed } = conversation();
  assert.deepEqual(close('Good bye.'), ['stop_listening', 'prompt']);
  assert.deepEqual(failed(), ['end: out_of_credits']);
  const guessing = conversation();
  guessing.ear(started, likely('Hello.'));
  assert.deepEqual(guessing.close('Bye.'), ['stop_listening', 'discard', 'prompt']);
  const paused = speaking();
  paused.ear(started);
  assert.deepEqual(paused.close('Bye.'), ['stop_listening', 'wind_up', 'resume']);
});

test('in any order of events, at most one reply is in progress, a pause is always left, and closing ends', () => {
  const event = fc.constantFrom<EarEvent>(
    suspected,
    dropped,
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
  const action = fc.constantFrom(
    'begun',
    'worded',
    'played',
    'failed',
    'wait',
    'read',
    'interrupt',
    'close',
    'bye',
  );
  const give: Record<
    typeof action extends fc.Arbitrary<infer One> ? One : never,
    (talk: Talk) => string[]
  > = {
    begun: ({ begun }) => begun(),
    worded: ({ worded }) => worded(),
    played: ({ played }) => played(),
    failed: ({ failed }) => failed(),
    wait: ({ wait }) => wait(700),
    read: ({ read }) => read('Written.'),
    interrupt: ({ interrupt }) => interrupt(),
    close: ({ close }) => close(),
    bye: ({ close }) => close('Good bye.'),
  };
  const settings = fc.record({
    interruptible: fc.boolean(),
    softTimeout: fc.constantFrom(null, { afterMs: 1_000, say: 'One moment.' }),
    maxMs: fc.constantFrom(null, 10_000),
  });
  fc.assert(
    fc.property(settings, fc.array(fc.oneof(event, action), { maxLength: 40 }), (made, inputs) => {
      const talk = conversation({ ...SETTINGS, ...made });
      const live = new Set<number>();
      let ends = 0;
      for (const one of inputs) {
        const wasReplying = live.size > 0;
        if (!wasReplying && (one === 'begun' || one === 'played' || one === 'failed')) continue;
        if (one === 'played' || one === 'failed') live.clear();
        for (const effect of typeof one === 'string' ? give[one](talk) : talk.ear(one)) {
          if (effect === 'cut' || effect === 'discard') live.clear();
          if (effect.startsWith('end:')) ends += 1;
          if (effect !== 'think' && effect !== 'prompt') continue;
          assert.equal(live.size, 0, 'a reply was begun beside another');
          live.add(talk.state().reply);
        }
        assert.equal(live.size, isReplying(talk.state().phase) ? 1 : 0, 'phase and reply agree');
      }
      if (talk.state().phase === 'paused') {
        const [effect] = talk.wait(2_000);
        assert.ok(effect === 'resume' || effect === 'cut', effect);
      }
      const due = nextTickMs(talk.state(), SETTINGS);
      assert.ok(due === null || Number.isFinite(due));
      talk.close('Good bye.');
      for (let replies = 0; replies < 2 && talk.state().phase !== 'ended'; replies += 1) talk.played();
      assert.equal(talk.state().phase, 'ended', 'closing ends');
      assert.ok(ends <= 1, 'ends once');
    }),
    { numRuns: 1_000 },
  );
});
