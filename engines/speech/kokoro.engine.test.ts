import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { EngineFailed } from '../../src/platform/process-pool/index.ts';
import { joinSamples } from '../dsp/index.ts';
import { createKokoroEngine, type KokoroEngine } from './kokoro-engine.ts';
import { collect, seconds, speechEngineContract } from './testing/contract.ts';
import type { SpeechChunk } from './types.ts';
import { assembleKokoro } from './weights.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;

let engine: KokoroEngine;
before(async () => {
  await assembleKokoro({ modelsDir });
  engine = createKokoroEngine({ modelsDir, processes: 2, log: silentLog });
});
after(() => engine.close());

speechEngineContract('Kokoro', {
  // Loaded once for the whole file.
  create: async () => ({ ...engine, close: async () => undefined }),
  sample: { text: 'Hi there.', voiceId: 'af_heart' },
});

describe('Kokoro', () => {
  before(() => engine.warm());

  test('says a sentence in about the time a person takes', async () => {
    const text = 'The quick brown fox jumps over the lazy dog.';
    const spoken = seconds(engine, await collect(engine, { text, voiceId: 'am_michael' }));
    assert.ok(spoken > 2 && spoken < 4, `${spoken} s`);
  });

  test('says twice as fast in about half the time', async () => {
    const request = { text: 'One, two, three, four.', voiceId: 'af_bella' };
    const [plain, fast] = await Promise.all([
      collect(engine, request),
      collect(engine, { ...request, speed: 2 }),
    ]);
    const ratio = seconds(engine, fast) / seconds(engine, plain);
    assert.ok(ratio > 0.35 && ratio < 0.7, `ratio ${ratio}`);
  });

  test('says marked and detected words in their language, marked ones in the same breath', async () => {
    const text = 'I say [lang:fr]bon appétit[/lang]. Ich habe 21 Äpfel.';
    const chunks = await collect(engine, { text, voiceId: 'af_heart', language: 'auto' });
    assert.deepEqual(
      chunks.map(({ words }) => words.map(({ start, end }) => text.slice(start, end)).join(' ')),
      ['I say bon appétit', 'Ich habe 21 Äpfel'],
    );
    const [english, german] = chunks.map(({ phonemes }) => phonemes.map(({ symbol }) => symbol).join(''));
    assert.equal(english, 'IsAbɔ̃napeti');
    assert.match(german ?? '', /^ɪç.*vanʦɪç/u);
  });

  test('times what is written by what is said, from the first sound to the last', async () => {
    const text = 'It costs $3.50 today.';
    const [chunk] = await collect(engine, { text, voiceId: 'af_heart' });
    assert.ok(chunk);
    const { samples, words, phonemes } = chunk;
    const length = ({ startSample, endSample }: { startSample: number; endSample: number }) =>
      (endSample - startSample) / engine.capabilities.sampleRate;
    assert.deepEqual(
      words.map(({ start, end }) => text.slice(start, end)),
      ['It', 'costs', '$3.50', 'today'],
    );
    const [it, , price, today] = words;
    assert.ok(it && price && today);
    assert.ok(it.startSample < 0.15 * engine.capabilities.sampleRate, `${it.startSample}`);
    assert.ok(length(price) > 3 * length(today) * 0.6, `${length(price)} and ${length(today)} s`);
    assert.ok(samples.length - today.endSample < 0.4 * engine.capabilities.sampleRate, `${today.endSample}`);
    assert.ok(phonemes.length > 20);
  });

  test('delivers sentences in order, each with its place in the text', async () => {
    const text = 'Go on. Is it you? No!';
    const chunks = await collect(engine, { text, voiceId: 'bf_emma' });
    assert.deepEqual(
      chunks.map(({ sentenceIndex, start, end }) => [sentenceIndex, text.slice(start, end)]),
      [
        [0, 'Go on.'],
        [1, 'Is it you?'],
        [2, 'No!'],
      ],
    );
  });

  test('a listener gets the same sound and words in smaller chunks', async () => {
    const text =
      'This is a sentence that takes its time, so that it is spoken in several windows one after the other.';
    const request = { text, voiceId: 'af_heart' };
    const whole = await collect(engine, request);
    const live = engine.synthesize(request, { live: true });
    const chunks: SpeechChunk[] = [];
    for await (const chunk of live) chunks.push(chunk);
    assert.ok(chunks.length > 2 * whole.length, `${chunks.length} chunks`);
    const samples = (all: readonly SpeechChunk[]) => joinSamples(all.map((chunk) => chunk.samples));
    assert.deepEqual(samples(chunks), samples(whole));
    const words = (all: readonly SpeechChunk[]) => [
      ...new Set(all.flatMap((chunk) => chunk.words.map(({ start, end }) => text.slice(start, end)))),
    ];
    assert.deepEqual(words(chunks), words(whole));
  });

  test('loses only the call of a process that is killed', async () => {
    const text = 'A longer sentence that is still being spoken when its process is killed.';
    const running = collect(engine, { text, voiceId: 'af_heart' });
    const busy = await until(
      () => engine.stats().kokoro.processes.find(({ state }) => state === 'busy')?.pid,
    );
    process.kill(busy, 'SIGKILL');
    await assert.rejects(running, EngineFailed);
    assert.ok(seconds(engine, await collect(engine, { text: 'Still here.', voiceId: 'af_heart' })) > 0.3);
  });

  test('stops in the middle of a cancelled sentence and serves the next', async () => {
    const controller = new AbortController();
    // The longest possible sentence takes many times as long as the limit below, also on a busy machine.
    const text = `${'and so it goes on '.repeat(20)}.`;
    const running = collect(engine, { text, voiceId: 'af_heart' }, controller.signal);
    await until(() => engine.stats().kokoro.busy || undefined);
    controller.abort(new Error('gone'));
    await assert.rejects(running, /gone/u);
    await until(() => (engine.stats().kokoro.busy === 0 ? true : undefined), 6_000);
    assert.ok(seconds(engine, await collect(engine, { text: 'Go on.', voiceId: 'af_heart' })) > 0.3);
  });
});

async function until<Value>(probe: () => Value | undefined, withinMs = 20_000): Promise<Value> {
  const givesUpAtMs = performance.now() + withinMs;
  while (performance.now() < givesUpAtMs) {
    const value = probe();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not happen in time');
}
