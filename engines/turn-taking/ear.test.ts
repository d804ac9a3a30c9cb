import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WINDOW_SAMPLES } from '../voice-activity/index.ts';
import {
  createEar,
  type EarEvent,
  type Heard,
  SoundBacklog,
  SoundTooLong,
  type TurnDetection,
} from './index.ts';

const FRAME_MS = 32;
const frames = (ms: number): number => Math.round(ms / FRAME_MS);

/** Sound whose level is its probability of speech, and a recogniser whose answers the test gives. */
function scene(detection: TurnDetection, options: { maxTurnSeconds?: number; language?: string } = {}) {
  const events: EarEvent[] = [];
  const suspicions: string[] = [];
  const asked: {
    seconds: number;
    answer(heard: Partial<Heard> | Error): Promise<void>;
    aborted(): boolean;
  }[] = [];
  const flush = () => new Promise<void>((resolve) => setImmediate(resolve));
  const ear = createEar({
    detection,
    language: 'en',
    ...options,
    activity: {
      open: () => ({
        push: async (samples) =>
          Float32Array.from(
            { length: samples.length / WINDOW_SAMPLES },
            (_, i) => samples[i * WINDOW_SAMPLES] ?? 0,
          ),
      }),
    },
    transcribe: (samples, { signal }) =>
      new Promise((resolve, reject) => {
        asked.push({
          seconds: samples.length / 16_000,
          aborted: () => signal.aborted,
          async answer(heard) {
            if (heard instanceof Error) reject(heard);
            else resolve({ text: '', language: 'en', ...heard });
            await flush();
          },
        });
      }),
    onEvent(event) {
      const isSuspicion = event.kind === 'speech_suspected' || event.kind === 'suspicion_dropped';
      if (isSuspicion) suspicions.push(event.kind);
      else events.push(event);
    },
  });
  const push = async (ms: number, level: number): Promise<void> => {
    for (let i = 0; i < frames(ms); i += 1) await ear.push(new Float32Array(WINDOW_SAMPLES).fill(level));
    await flush();
  };
  return {
    ear,
    events,
    suspicions,
    asked,
    kinds: () => events.map(({ kind }) => kind),
    last: () => events.at(-1),
    say: (ms: number) => push(ms, 0.9),
    pause: (ms: number) => push(ms, 0),
  };
}

describe('the ear', () => {
  test('recognises a pause once, tells a likely end, and ends the turn with the same words', async () => {
    const { say, pause, asked, kinds, last, events } = scene({ type: 'semantic' });
    await pause(500);
    await say(1_500);
    await pause(260);
    assert.equal(asked.length, 1);
    await asked[0]?.answer({ text: 'What time is it?' });
    assert.deepEqual(kinds(), ['speech_started', 'likely_end']);
    await pause(200);
    assert.deepEqual(kinds(), ['speech_started', 'likely_end', 'speech_stopped', 'turn_ended']);
    assert.equal(asked.length, 1);
    const [started] = events;
    assert.ok(started?.kind === 'speech_started' && Math.abs(started.atMs - 500) <= 32);
    const ended = last();
    assert.ok(ended?.kind === 'turn_ended');
    assert.equal(ended.said.text, 'What time is it?');
    assert.ok(ended.startMs < 500 && Math.abs(ended.endMs - 2_160) < 50, JSON.stringify(ended.endMs));
    assert.equal(ended.samples.length, Math.round(ended.seconds * 16_000));
  });

  test('waits when the sentence is not finished, and throws away what speech overtakes', async () => {
    const { say, pause, asked, kinds, last } = scene({ type: 'semantic' });
    await say(1_000);
    await pause(260);
    await asked[0]?.answer({ text: 'I would like a table for' });
    await pause(1_200);
    assert.deepEqual(kinds(), ['speech_started']);
    await say(600);
    await pause(260);
    await asked[1]?.answer({ text: 'I would like a table for four people.' });
    assert.deepEqual(kinds(), ['speech_started', 'likely_end']);
    await say(600);
    assert.deepEqual(kinds(), ['speech_started', 'likely_end', 'reopened']);
    await pause(260);
    assert.ok((asked[2]?.seconds ?? 0) > 3.5, 'the whole short turn again');
    await asked[2]?.answer({ text: 'I would like a table for four people please.' });
    await pause(1_000);
    assert.ok(last()?.kind === 'turn_ended');
  });

  test('keeps the words of a long part instead of recognising them again', async () => {
    const { say, pause, asked, last } = scene({ type: 'semantic' });
    await say(9_000);
    await pause(300);
    await asked[0]?.answer({ text: 'A long story and' });
    await say(2_000);
    await pause(300);
    assert.ok((asked[1]?.seconds ?? 9) < 3);
    await asked[1]?.answer({ text: 'then its end.' });
    await pause(1_000);
    const ended = last();
    assert.ok(ended?.kind === 'turn_ended');
    assert.equal(ended.said.text, 'A long story and then its end.');
    assert.ok(ended.seconds > 11);
  });

  test('recognises speech without a pause in pieces, and ends it at its limit', async () => {
    const { say, asked, events } = scene({ type: 'semantic' }, { maxTurnSeconds: 45 });
    await say(50_000);
    assert.ok(asked.length >= 2 && asked.every(({ seconds }) => seconds <= 20.1));
    for (const [i, one] of asked.entries()) await one.answer({ text: `part ${i}` });
    const ended = events.find(({ kind }) => kind === 'turn_ended');
    assert.ok(ended?.kind === 'turn_ended' && ended.reason === 'too_long');
    assert.ok(ended.said.text.startsWith('part 0 part 1'));
    assert.equal(events.at(-1)?.kind === 'speech_started' || events.at(-1)?.kind === 'turn_ended', true);
  });

  test('sound without words is noise, and a click is nothing', async () => {
    const { say, pause, asked, kinds } = scene({ type: 'semantic' });
    await say(32);
    await pause(500);
    assert.deepEqual(kinds(), []);
    await say(400);
    await pause(300);
    await asked[0]?.answer({ text: '' });
    await pause(100);
    assert.deepEqual(kinds(), ['speech_started', 'speech_stopped', 'noise']);
  });

  test('speech is suspected with its first frame, and a click is soon dismissed', async () => {
    const { say, suspicions, kinds } = scene({ type: 'semantic' });
    await say(32);
    assert.deepEqual([suspicions, kinds()], [['speech_suspected'], []]);
    await say(64);
    assert.deepEqual([suspicions, kinds()], [['speech_suspected'], ['speech_started']]);
    const clicked = scene({ type: 'semantic' });
    await clicked.say(32);
    await clicked.pause(96);
    assert.deepEqual(clicked.suspicions, ['speech_suspected']);
    await clicked.pause(32);
    assert.deepEqual(clicked.suspicions, ['speech_suspected', 'suspicion_dropped']);
    assert.deepEqual(clicked.kinds(), []);
  });

  test('finds words in speech that goes on, when asked to', async () => {
    const { ear, say, pause, asked, kinds, last } = scene({ type: 'semantic' });
    await say(200);
    ear.listenForWords();
    await say(600);
    assert.equal(asked.length, 1);
    await asked[0]?.answer({ text: '' });
    await say(700);
    await asked[1]?.answer({ text: 'Wait, I have a' });
    assert.deepEqual(kinds(), ['speech_started', 'words']);
    const words = last();
    assert.ok(words?.kind === 'words' && words.said.manner === 'speech');
    await say(1_500);
    assert.equal(asked.length, 2);
    await pause(32);
  });

  test('plain silence ends a turn without waiting for words, which follow in order', async () => {
    const { say, pause, asked, kinds, events } = scene({
      type: 'server_vad',
      silenceMs: 320,
      prefixPaddingMs: 0,
    });
    await say(500);
    await pause(400);
    await say(500);
    await pause(400);
    await asked[1]?.answer({ text: 'Two.' });
    assert.ok(!kinds().includes('turn_ended'));
    await asked[0]?.answer({ text: 'One.' });
    const texts = events.flatMap((event) => (event.kind === 'turn_ended' ? [event.said.text] : []));
    assert.deepEqual(texts, ['One.', 'Two.']);
  });

  test('a sender who does not wait is stopped', async () => {
    const { ear } = scene({ type: 'server_vad' });
    const sends = Array.from({ length: 40 }, () => ear.push(new Float32Array(16_000)));
    const results = await Promise.allSettled(sends);
    const refused = results.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 10);
    assert.ok(refused.every((one) => one.status === 'rejected' && one.reason instanceof SoundBacklog));
  });

  test('many short turns wait for the recogniser instead of piling up', async () => {
    const { ear, say, pause, asked } = scene({ type: 'server_vad', silenceMs: 320 });
    for (let i = 0; i < 3; i += 1) {
      await say(200);
      await pause(320);
    }
    assert.equal(asked.length, 3);
    let isHeard = false;
    const more = ear.push(new Float32Array(WINDOW_SAMPLES)).then(() => {
      isHeard = true;
    });
    await asked[0]?.answer({ text: 'One.' });
    assert.equal(isHeard, false);
    for (const one of asked) await one.answer({ text: 'Another.' });
    await more;
  });

  test('with detection off, only a commit ends the turn, and its sound is limited', async () => {
    const { ear, say, asked, kinds } = scene({ type: 'none' }, { maxTurnSeconds: 2 });
    assert.equal(ear.commit(), false);
    await say(1_000);
    assert.equal(ear.commit(), true);
    await asked[0]?.answer({ text: 'Hello.' });
    assert.deepEqual(kinds(), ['speech_stopped', 'turn_ended']);
    await say(1_900);
    await assert.rejects(ear.push(new Float32Array(8_000)), SoundTooLong);
    ear.clear();
    assert.equal(ear.commit(), false);
  });

  test('a recogniser that fails fails its turn, not the next', async () => {
    const { say, pause, asked, kinds } = scene({ type: 'semantic' });
    await say(500);
    await pause(300);
    await asked[0]?.answer(new Error('down'));
    await say(500);
    await pause(300);
    await asked[1]?.answer({ text: 'Hello.' });
    await pause(800);
    assert.deepEqual(
      kinds().filter((kind) => kind === 'failed' || kind === 'turn_ended'),
      ['failed', 'turn_ended'],
    );
  });
});
