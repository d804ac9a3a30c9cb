import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSamples } from '../dsp/index.ts';
import type { SpokenPart } from './kokoro/methods.ts';
import { type PlacedSegment, segmentChunks } from './segment-chunks.ts';
import type { Sound } from './sounds.ts';
import type { Token } from './text/token.ts';
import { SAMPLES_PER_FRAME } from './timings.ts';
import type { SpeechChunk } from './types.ts';

const word = (start: number, end: number): Token => ({ kind: 'word', spoken: '', start, end });
const sounds = (...pairs: [symbols: string, word: Token | null][]): Sound[] =>
  pairs.flatMap(([symbols, of]) => [...symbols].map((symbol) => ({ symbol, word: of })));
/** 20 frames of silence, then words of 40 frames, a pause of 60 and a word of 40, then silence. */
const SEGMENT: PlacedSegment = {
  sounds: sounds(['ab', word(0, 2)], [' ', null], ['cd', word(3, 5)], [',', null], ['e', word(7, 8)]),
  restAfter: 'sentence',
  rate: 1,
  sentenceIndex: 2,
  start: 0,
  end: 9,
};
const DURATIONS = [20, 20, 20, 1, 20, 19, 60, 40, 30];
const SKIPPED_FRAMES = 15;

function sound(): Float32Array {
  const isLoud = DURATIONS.flatMap((frames, i) => new Array<boolean>(frames).fill(![0, 6, 8].includes(i)));
  const samples = new Float32Array(isLoud.length * SAMPLES_PER_FRAME);
  return samples.map((_, i) => (isLoud[Math.floor(i / SAMPLES_PER_FRAME)] ? 0.5 : 0));
}

async function* reported(window: number, together = 1): AsyncGenerator<SpokenPart[]> {
  const firstSample = SKIPPED_FRAMES * SAMPLES_PER_FRAME;
  yield [{ durations: DURATIONS, firstSample }];
  const made = sound().subarray(firstSample);
  const parts: Float32Array[] = [];
  for (let at = 0; at < made.length; at += window) parts.push(made.subarray(at, at + window));
  for (let i = 0; i < parts.length; i += together) yield parts.slice(i, i + together);
}

async function chunksOf(parts: AsyncIterable<unknown[]>, live: boolean): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  const options = { sampleRate: 24_000, speed: 1, live };
  for await (const chunk of segmentChunks(SEGMENT, parts, options)) chunks.push(chunk);
  return chunks;
}

/** The spans of all chunks in one timeline, with those that two chunks share as one. */
function joinedSpans(chunks: readonly SpeechChunk[], kind: 'words' | 'phonemes') {
  const spans: { name: string; startSample: number; endSample: number }[] = [];
  let at = 0;
  for (const chunk of chunks) {
    for (const span of chunk[kind]) {
      const name = 'symbol' in span ? span.symbol : `${span.start}`;
      const last = spans.at(-1);
      if (last?.name === name) last.endSample = at + span.endSample;
      else spans.push({ name, startSample: at + span.startSample, endSample: at + span.endSample });
    }
    at += chunk.samples.length;
  }
  return spans;
}

test('without listeners a segment is one chunk', async () => {
  const [chunk, ...more] = await chunksOf(reported(12_000), false);
  assert.deepEqual(more, []);
  assert.deepEqual([chunk?.sentenceIndex, chunk?.start, chunk?.end], [2, 0, 9]);
  assert.equal(chunk?.words.length, 3);
});

test('live chunks are together the same sound, words and phonemes as one', async () => {
  const [whole] = await chunksOf(reported(12_000), false);
  assert.ok(whole);
  for (const window of [700, 6_000, 12_000])
    for (const together of [1, 3]) {
      const chunks = await chunksOf(reported(window, together), true);
      assert.ok(chunks.length > 2);
      assert.deepEqual(joinSamples(chunks.map(({ samples }) => samples)), whole.samples);
      for (const kind of ['words', 'phonemes'] as const)
        assert.deepEqual(joinedSpans(chunks, kind), joinedSpans([whole], kind));
    }
});

test('every time lies in its chunk, and the first chunk has a word', async () => {
  const chunks = await chunksOf(reported(500), true);
  assert.ok(chunks[0]?.words.length);
  for (const { samples, words, phonemes } of chunks)
    for (const { startSample, endSample } of [...words, ...phonemes])
      assert.ok(startSample >= 0 && startSample <= endSample && endSample <= samples.length);
});

test('a pause inside a segment has no words', async () => {
  const chunks = await chunksOf(reported(3_000), true);
  assert.ok(chunks.some(({ words }) => words.length === 0));
});

test('what was made before a failure is given away before it', async () => {
  async function* failing(): AsyncGenerator<SpokenPart[]> {
    let left = 3;
    for await (const parts of reported(12_000)) {
      if (left-- === 0) throw new Error('crashed');
      yield parts;
    }
  }
  let given = 0;
  await assert.rejects(async () => {
    const options = { sampleRate: 24_000, speed: 1, live: true };
    for await (const { samples } of segmentChunks(SEGMENT, failing(), options)) given += samples.length;
  }, /crashed/u);
  assert.ok(given > 10_000);
});
