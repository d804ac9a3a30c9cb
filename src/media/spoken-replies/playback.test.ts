import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heardWords, type SpokenWord } from './heard.ts';
import { createPlayback } from './playback.ts';
import type { SpokenChunk } from './speak-reply.ts';

const REPLY = 'One two, three four five.';
const WORDS: SpokenWord[] = [...REPLY.matchAll(/\w+/gu)].map(({ 0: text, index }, i) => ({
  text,
  start: index,
  end: index + text.length,
  startMs: i * 400,
  endMs: i * 400 + 300,
}));

/** Each 200 ms, of one sample per ms. */
const CHUNKS: SpokenChunk[] = Array.from({ length: 10 }, (_, i) => ({
  samples: Float32Array.from({ length: 200 }, (_, n) => i * 200 + n),
  startMs: i * 200,
  endMs: i * 200 + 200,
  words: WORDS.filter(({ startMs }) => startMs >= i * 200 && startMs < i * 200 + 200),
  clause: { index: 0, start: 0, end: REPLY.length, speech: REPLY },
}));

function playback() {
  const made = createPlayback();
  for (const chunk of CHUNKS) made.add(chunk);
  return made;
}

test('a word was heard when half of it was played, with its mark when all of it was', () => {
  const heard = (ms: number) => heardWords(REPLY, WORDS, ms);
  assert.deepEqual(heard(0), { text: '', end: 0, words: 0 });
  assert.equal(heard(149).text, '');
  assert.equal(heard(150).text, 'One');
  assert.equal(heard(600).text, 'One two');
  assert.equal(heard(720).text, 'One two,');
  assert.deepEqual(heard(9_999), { text: REPLY, end: REPLY.length, words: 5 });
});

test('a word that two chunks share counts once', () => {
  const [one, two] = WORDS as [SpokenWord, SpokenWord];
  const parts = [one, { ...one, startMs: 300, endMs: 500 }, two];
  assert.equal(heardWords(REPLY, parts, 200).text, '');
  assert.equal(heardWords(REPLY, parts, 260).text, 'One');
});

test('sound is sent a little ahead, and counts as played from when it was sent', () => {
  const play = playback();
  assert.deepEqual(
    play.due(1_000).map(({ startMs }) => startMs),
    [0, 200, 400],
  );
  assert.deepEqual(play.due(1_000), []);
  assert.equal(play.nextDueMs(1_000), 1_001);
  assert.equal(play.due(1_250).length, 2);
  assert.equal(play.playedMs(1_250), 250);
  assert.equal(play.playedMs(9_000), 1_000, 'not more than was sent');
  assert.equal(play.heard(REPLY, 1_250).text, 'One');
});

test('a paused reply goes on from the beginning of the word that was cut, sample by sample', () => {
  const play = playback();
  play.due(0);
  assert.equal(play.pause(550), 550);
  assert.deepEqual(play.due(2_000), []);
  assert.equal(play.playedMs(2_000), 550);
  assert.equal(play.resume(2_000), 400);
  const [first] = play.due(2_000);
  assert.equal(first?.startMs, 400);
  assert.equal(first?.samples[0], 400);
  assert.equal(play.playedMs(2_100), 500);
});

test('the report of the listener counts, but never beyond what was sent', () => {
  const play = playback();
  play.due(0);
  play.report(100, 300);
  assert.equal(play.playedMs(350), 150);
  play.report(99_999, 400);
  assert.equal(play.playedMs(400), 600);
});
