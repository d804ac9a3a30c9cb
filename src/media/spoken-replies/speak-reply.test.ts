import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SpeechChunk, type SynthesisOptions, TextNotSpeakable } from '../../../engines/speech/index.ts';
import { type SpokenChunk, speakReply } from './speak-reply.ts';

const RATE = 1_000;

/** Speaks each word for 300 ms, when the test lets it. */
function fakeEngine() {
  const asked: string[] = [];
  const urgent: string[] = [];
  const closed: string[] = [];
  return {
    asked,
    urgent,
    closed,
    capabilities: {
      model: 'fake',
      mark: 'unmarked',
      sampleRate: RATE,
      languages: [],
      speed: { min: 1, max: 1 },
      streaming: true,
    },
    async *synthesize(
      { text }: { text: string },
      { goesOn }: SynthesisOptions = {},
    ): AsyncGenerator<SpeechChunk> {
      asked.push(text.trim());
      if (!goesOn) urgent.push(text.trim());
      try {
        if (text.includes('Ж')) throw new TextNotSpeakable();
        const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }, i) => ({
          start: index,
          end: index + word.length,
          startSample: i * 300,
          endSample: i * 300 + 300,
        }));
        const samples = new Float32Array(words.length * 300);
        yield { samples, sentenceIndex: 0, start: 0, end: text.length, words, phonemes: [] };
      } finally {
        closed.push(text.trim());
      }
    },
  };
}

const voice = { voiceId: 'af_heart' };
async function* deltasOf(...parts: string[]): AsyncGenerator<string> {
  yield* parts;
}
async function collect(spoken: AsyncIterable<SpokenChunk>): Promise<SpokenChunk[]> {
  const chunks: SpokenChunk[] = [];
  for await (const chunk of spoken) chunks.push(chunk);
  return chunks;
}

const wordsOf = (chunks: SpokenChunk[]): string[] =>
  chunks.flatMap(({ words }) => words.map(({ text }) => text));
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('speaking a reply', () => {
  test('sound comes in order, without gaps, each word with its place in the text', async () => {
    const reply = 'Well, **yes**. It is so, really.';
    const chunks = await collect(speakReply(fakeEngine(), deltasOf(...reply), { voice }));
    chunks.reduce((endMs, chunk) => {
      assert.equal(chunk.startMs, endMs);
      assert.ok(chunk.endMs - chunk.startMs <= 200);
      return chunk.endMs;
    }, 0);
    const words = chunks.flatMap((chunk) => chunk.words);
    assert.deepEqual(
      words.map(({ start, end }) => reply.slice(start, end)),
      ['Well,', 'yes', '.', 'It', 'is', 'so,', 'really.'],
    );
    assert.ok(words.every(({ startMs }, i) => startMs === i * 300));
  });

  test('the first clause is spoken while the text is still being written, and the others are made ahead', async () => {
    const engine = fakeEngine();
    const gate = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<string> {
      yield 'Sure. Two then. Three now. ';
      await gate.promise;
      yield 'The end.';
    }
    const spoken = speakReply(engine, slow(), { voice });
    assert.equal((await spoken.next()).value?.clause.index, 0);
    await settled();
    assert.deepEqual(engine.asked, ['Sure.', 'Two then.', 'Three now.']);
    gate.resolve();
    await collect(spoken);
    assert.deepEqual(engine.asked, ['Sure.', 'Two then.', 'Three now.', 'The end.']);
    assert.deepEqual(engine.urgent, ['Sure.'], 'the others may wait');
  });

  test('an abort stops after the chunk in progress, and the engine stops too', async () => {
    const engine = fakeEngine();
    const abort = new AbortController();
    const spoken = speakReply(engine, deltasOf('One two three. ', 'Four five. ', 'Six.'), {
      voice,
      signal: abort.signal,
    });
    await spoken.next();
    abort.abort();
    assert.deepEqual(await spoken.next(), { done: true, value: undefined });
    await settled();
    assert.equal(engine.closed.length, engine.asked.length);
  });

  test('what cannot be spoken is left out, and nobody is asked to permit it', async () => {
    const unspoken: string[] = [];
    const permitted: string[] = [];
    const spoken = speakReply(fakeEngine(), deltasOf('One. ', 'Жук. ', 'Three.'), {
      voice,
      permit: async ({ speech }) => permitted.push(speech.trim()) > 0,
      onUnspoken: ({ speech }) => unspoken.push(speech.trim()),
    });
    assert.deepEqual(wordsOf(await collect(spoken)), ['One.', 'Three.']);
    assert.deepEqual([permitted, unspoken], [['One.', 'Three.'], ['Жук.']]);
  });

  test('a clause that is refused ends the reply, and so does one whose permission fails', async () => {
    const refused = speakReply(fakeEngine(), deltasOf('One. ', 'Two. ', 'Three.'), {
      voice,
      permit: async ({ speech }) => !speech.includes('Two'),
    });
    assert.deepEqual(wordsOf(await collect(refused)), ['One.']);
    const unpaid = speakReply(fakeEngine(), deltasOf('One. ', 'Two. ', 'Three.'), {
      voice,
      async permit({ speech }) {
        if (speech.includes('Two')) throw new TextNotSpeakable();
        return true;
      },
    });
    const heard: SpokenChunk[] = [];
    await assert.rejects(async () => {
      for await (const chunk of unpaid) heard.push(chunk);
    }, TextNotSpeakable);
    assert.deepEqual(wordsOf(heard), ['One.']);
  });

  test('a clause is permitted when somebody reads it, not when it is synthesized', async () => {
    const engine = fakeEngine();
    const permitted: string[] = [];
    const spoken = speakReply(engine, deltasOf('One two. ', 'Three. ', 'Four. '), {
      voice,
      permit: async ({ speech }) => permitted.push(speech.trim()) > 0,
    });
    await spoken.next();
    await spoken.next();
    await settled();
    assert.deepEqual([permitted, engine.asked], [['One two.'], ['One two.', 'Three.', 'Four.']]);
    await spoken.return(undefined);
  });

  test('no clause begins after the end was announced, and the one in progress is whole', async () => {
    const ending = new AbortController();
    const spoken = speakReply(fakeEngine(), deltasOf('One two three. ', 'Four.'), {
      voice,
      ending: ending.signal,
    });
    const first = await spoken.next();
    assert.ok(first.value);
    ending.abort();
    assert.deepEqual(wordsOf([first.value, ...(await collect(spoken))]), ['One', 'two', 'three.']);
  });

  test('sound is made ahead only so far, and less before anybody listens', async () => {
    const engine = fakeEngine();
    const sentences = Array.from({ length: 60 }, () => 'One two. ');
    const spoken = speakReply(engine, deltasOf(...sentences), { voice });
    const reading = spoken.next();
    await reading;
    await settled();
    const most = (8_000 + 1_200) / 600;
    assert.ok(engine.asked.length > 10 && engine.asked.length <= most, `${engine.asked.length} clauses`);
    await spoken.return(undefined);
    await settled();
    assert.equal(engine.closed.length, engine.asked.length);
  });

  test('a text that fails fails the reply, after what was written before', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield 'One. ';
      throw new Error('the model is gone');
    }
    const heard: string[] = [];
    const reading = (async () => {
      for await (const { words } of speakReply(fakeEngine(), failing(), { voice }))
        heard.push(...words.map(({ text }) => text));
    })();
    await assert.rejects(reading, /the model is gone/);
    assert.deepEqual(heard, ['One.']);
  });
});
