import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveEvent } from './protocol.ts';
import {
  type AgentLine,
  afterEvent,
  afterLoss,
  creditsOf,
  SILENT,
  saidUntil,
  type TalkState,
} from './talk-state.ts';

const after = (...events: LiveEvent[]): TalkState => events.reduce(afterEvent, SILENT);
const word = (text: string, start: number, start_ms: number) => ({
  text,
  start,
  end: start + text.length,
  start_ms,
  end_ms: start_ms + 200,
});
const audio = (words: ReturnType<typeof word>[]): LiveEvent => ({
  type: 'audio',
  reply: 1,
  start_ms: words[0]?.start_ms ?? 0,
  end_ms: 900,
  words,
  packets: 1,
});

test('captions follow the sound word by word', () => {
  const [line] = after(
    { type: 'reply_text', reply: 1, delta: 'A table ' },
    audio([word('A', 0, 0), word('table', 2, 200)]),
    { type: 'reply_text', reply: 1, delta: 'for four.' },
    audio([word('for', 8, 400), word('four', 12, 600)]),
  ).lines as [AgentLine];
  assert.equal(line.text, 'A table for four.');
  assert.deepEqual(
    [-1, 0, 250, 650].map((ms) => line.text.slice(0, saidUntil(line, ms))),
    ['', 'A', 'A table', 'A table for four'],
  );
});

test('a reply that goes on says the word again that was cut, and has it once', () => {
  const state = after(
    { type: 'reply_text', reply: 1, delta: 'A table for four.' },
    audio([word('A', 0, 0), word('table', 2, 200), word('for', 8, 400)]),
    { type: 'stop', reply: 1, at_ms: 300 },
    { type: 'resume', reply: 1, from_ms: 200 },
    audio([word('table', 2, 200), word('for', 8, 400)]),
  );
  const [line] = state.lines as [AgentLine];
  assert.deepEqual(
    line.words.map(({ text }) => text),
    ['A', 'table', 'for'],
  );
});

test('what was heard of an interrupted reply is kept apart from all of it', () => {
  const state = after(
    { type: 'reply_text', reply: 1, delta: 'A table for four.' },
    { type: 'reply_ended', reply: 1, text: 'A table for four.', heard: 'A table', interrupted: true },
  );
  const [line] = state.lines as [AgentLine];
  assert.deepEqual([line.heard, line.interrupted], ['A table', true]);
});

test('a turn is counted once: what was heard first, then all of it', () => {
  const heard: LiveEvent = { type: 'transcript', turn: 1, text: 'Hello.', credits: 5 };
  assert.equal(creditsOf(after({ type: 'turn', number: 0, credits: 20 }, heard)), 25);
  assert.equal(
    creditsOf(
      after({ type: 'turn', number: 0, credits: 20 }, heard, { type: 'turn', number: 1, credits: 30 }),
    ),
    50,
  );
});

test('a connection that is resumed keeps what was said', () => {
  const state = after(
    { type: 'transcript', turn: 1, text: 'Hello.', credits: 5 },
    { type: 'speech_started', at_ms: 10 },
    { type: 'conversation', conversation_id: 'conv_1', resumed: true },
  );
  assert.deepEqual([state.lines.length, state.hearing, state.conversationId], [1, false, 'conv_1']);
});

test('a reply of the connection that was lost stays as it was heard; another has its number', () => {
  const before = after(
    { type: 'conversation', conversation_id: 'conv_1', resumed: false },
    { type: 'reply_text', reply: 1, delta: 'A table for four.' },
    audio([word('A', 0, 0), word('table', 2, 200), word('for', 8, 400)]),
  );
  const lost = afterLoss(before, { reply: 1, ms: 250 });
  const [cut, next] = [
    { type: 'conversation', conversation_id: 'conv_1', resumed: true },
    { type: 'reply_text', reply: 1, delta: 'Pardon?' },
  ].reduce((state, event) => afterEvent(state, event as LiveEvent), lost).lines as [AgentLine, AgentLine];
  assert.deepEqual([cut.heard, cut.interrupted, cut.text], ['A table', true, 'A table for four.']);
  assert.deepEqual([next.heard, next.text], [null, 'Pardon?']);
});
