import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimedPhoneme } from '../speech/index.ts';
import { isShapeless, shapesOf } from './articulation.ts';
import { trackFromSpeech } from './track-from-phonemes.ts';
import type { MouthTrack } from './types.ts';

const RATE = 24_000;
const seconds = (ms: number): number => (ms / 1000) * RATE;

/** One symbol after the other, from `fromMs` on; a space is a pause. */
function chunkOf(
  fromMs: number,
  endMs: number,
  ...sounds: [symbol: string, ms: number, stress?: 'primary'][]
) {
  const phonemes: TimedPhoneme[] = [];
  let at = fromMs;
  for (const [symbol, ms, stress] of sounds) {
    const startSample = seconds(at);
    const endSample = seconds(at + ms);
    at += ms;
    if (symbol !== ' ') phonemes.push({ symbol, startSample, endSample, ...(stress && { stress }) });
  }
  return { samples: new Float32Array(seconds(endMs)).fill(0.3), phonemes };
}

const shapes = ({ cues }: MouthTrack): string => cues.map(({ viseme }) => viseme).join(' ');
const inMs = (value: number): number => Math.round(value * 1000);

function assertWhole({ cues, durationSeconds }: MouthTrack): void {
  let at = 0;
  for (const { startSeconds, endSeconds } of cues) {
    assert.ok(Math.abs(startSeconds - at) < 1e-9 && endSeconds > startSeconds);
    at = endSeconds;
  }
  assert.ok(Math.abs(at - durationSeconds) < 1e-9);
}

test('every sound that a voice can be given has a shape', () => {
  const sounds =
    'ʣʥʦʨ\uab67AIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔᵻ';
  const shapeless = [...sounds].filter((symbol) => shapesOf(symbol) === null && !isShapeless(symbol));
  assert.deepEqual(shapeless, []);
});

test('cues are contiguous from the start to the end of all chunks', () => {
  const first = chunkOf(100, 700, ['p', 75], ['ɑ', 150, 'primary'], ['p', 75], ['ə', 100]);
  const second = chunkOf(50, 500, ['w', 100], ['I', 200]);
  const track = trackFromSpeech([first, second], RATE);
  assertWhole(track);
  assert.equal(inMs(track.durationSeconds), 1_200);
  assert.equal(shapes(track), 'sil PP aa PP E sil ou aa ih sil');
  assert.equal(inMs(track.cues[6]?.startSeconds ?? 0), 750);
});

test('a closure too short to be seen is widened, into the sound before it more than into the one after', () => {
  const track = trackFromSpeech([chunkOf(0, 225, ['a', 100], ['m', 25], ['a', 100])], RATE);
  const closure = track.cues[1];
  assert.deepEqual(
    [closure?.startSeconds, closure?.endSeconds].map((at) => inMs(at ?? 0)),
    [67, 142],
  );
  assertWhole(track);
});

test('diphthongs glide, affricates hold and then hiss, marks prolong, breath takes the next shape', () => {
  assert.equal(shapes(trackFromSpeech([chunkOf(0, 100, ['O', 100])], RATE)), 'oh ou');
  assert.equal(shapes(trackFromSpeech([chunkOf(0, 100, ['ʧ', 100])], RATE)), 'DD CH');
  const long = trackFromSpeech([chunkOf(0, 200, ['p', 80], ['ː', 80], ['a', 40])], RATE);
  assert.equal(shapes(long), 'PP aa');
  assert.ok(inMs(long.cues[0]?.endSeconds ?? 0) > 100);
  assert.equal(shapes(trackFromSpeech([chunkOf(0, 200, ['h', 80], ['u', 120])], RATE)), 'ou');
});

test('only a real pause rests the mouth', () => {
  const chunk = chunkOf(0, 600, ['a', 100], [' ', 50], ['a', 100], [' ', 200], ['a', 150]);
  assert.equal(shapes(trackFromSpeech([chunk], RATE)), 'aa aa sil aa');
});

test('stress marks weigh more than loudness; without marks loudness decides', () => {
  const marked = trackFromSpeech([chunkOf(0, 200, ['a', 100, 'primary'], ['i', 100])], RATE);
  assert.ok((marked.cues[0]?.stress ?? 0) > 1.5 * (marked.cues[1]?.stress ?? 1));
  const unmarked = chunkOf(0, 200, ['a', 100], ['i', 100]);
  unmarked.samples.fill(0.01, seconds(100));
  const { cues } = trackFromSpeech([unmarked], RATE);
  assert.ok((cues[0]?.stress ?? 0) > 2 * (cues[1]?.stress ?? 1));
});

test('a mouth without speech is at rest', () => {
  assert.equal(shapes(trackFromSpeech([chunkOf(0, 300)], RATE)), 'sil');
});

test('every symbol of the speech engine that is a sound has a shape', () => {
  const sounds =
    'AIOQSTWYᵊabcdefijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʣʥʦʨ\uab67ᵻ';
  for (const symbol of sounds) {
    const parts = shapesOf(symbol);
    assert.ok(parts, symbol);
    assert.ok(Math.abs(parts.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
  }
});
