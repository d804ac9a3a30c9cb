import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRequest } from '../read-request.ts';
import type { SynthesisRequest } from '../types.ts';
import { chunkOf, maxSeconds, UnusableSound } from './chunk.ts';
import { planRemoteSegments, type RemoteSegment } from './segments.ts';

const SPEAKER = { engine: 'xtts-v2', version: 1 as const, artifactKey: 'a/b', language: 'en' };
const RATE = 24_000;

async function plan(text: string, more: Partial<SynthesisRequest> = {}, whole = false) {
  const read = await readRequest({ text, voiceId: 'v', speaker: SPEAKER, ...more });
  return planRemoteSegments(read, { whole });
}
async function first(text: string, more?: Partial<SynthesisRequest>): Promise<RemoteSegment> {
  const [segment] = await plan(text, more);
  assert.ok(segment);
  return segment;
}
/** `silence` is before and after the tone, in seconds. */
function tone(seconds: number, silence = 0, rate = RATE): Float32Array {
  const samples = new Float32Array((seconds + 2 * silence) * rate);
  for (let i = silence * rate; i < (silence + seconds) * rate; i += 1) samples[i] = 0.5;
  return samples;
}

describe('segments for a remote engine', () => {
  test('one per sentence, read out, with the words as they were written', async () => {
    const text = 'It costs $3.50. “Well,” she said!';
    const segments = await plan(text);
    assert.deepEqual(
      segments.map((segment) => [segment.text, segment.restAfter]),
      [
        ['It costs three dollars and fifty cents.', 'sentence'],
        ['“Well,” she said!', 'none'],
      ],
    );
    const written = segments.flatMap(({ words }) => words.map(({ start, end }) => text.slice(start, end)));
    assert.deepEqual(written, ['It', 'costs', '$3.50', 'Well', 'she', 'said']);
  });

  test('pauses and other speeds start a new one; speed is clamped', async () => {
    const [before, after] = await plan('Wait [pause:0.8s] here.', { speed: 2 });
    assert.deepEqual([before?.text, before?.pauseMs, before?.speed], ['Wait', 800, 2]);
    assert.equal(after?.text, 'here.');
  });

  test('long sentences are cut at clauses, and the first one sooner when somebody listens', async () => {
    const text = `${Array.from({ length: 12 }, () => 'and then another few words, ').join('')}the end.`;
    const longest = (segments: RemoteSegment[]) => Math.max(...segments.map((one) => one.text.length));
    const heard = await plan(text);
    assert.ok((heard[0]?.text.length ?? 0) <= 100 && longest(heard) <= 250);
    const whole = await plan(text, {}, true);
    assert.ok(whole.length < heard.length && longest(whole) <= 250);
    assert.equal(heard.map((one) => one.text).join(' '), whole.map((one) => one.text).join(' '));
  });

  test('the language is that of the voice, if we can read it', async () => {
    const read = (language: string) =>
      readRequest({ text: 'Ok.', voiceId: 'v', speaker: { ...SPEAKER, language } });
    assert.equal((await read('fr')).language.code, 'fr');
    assert.equal((await read('sw')).language.code, 'en-US');
  });
});

describe('the sound of a remote engine', () => {
  const options = { sampleRate: RATE };

  test('silence around the voice is replaced, and measured words move with it', async () => {
    const segment = await first('One two. Three.');
    const times = [
      { start: 0.5, end: 0.9 },
      { start: 0.9, end: 1.3 },
    ];
    const chunk = chunkOf(segment, { samples: tone(0.8, 0.5), sampleRate: RATE, times }, options);
    const marginAndRest = 0.03 + 0.03 + 0.32;
    assert.ok(Math.abs(chunk.samples.length / RATE - (0.8 + marginAndRest)) < 0.001);
    const spans = chunk.words.map(({ startSample, endSample }) => [startSample / RATE, endSample / RATE]);
    assert.ok(Math.abs((spans[0]?.[0] ?? 0) - 0.03) < 0.001 && Math.abs((spans[1]?.[1] ?? 0) - 0.83) < 0.001);
  });

  test('words without times share the voice in order, at any sample rate', async () => {
    const segment = await first('A considerable word.');
    const chunk = chunkOf(
      segment,
      { samples: tone(1.2, 0, 48_000), sampleRate: 48_000, times: null },
      options,
    );
    const [a, considerable, word] = chunk.words.map(({ startSample, endSample }) => endSample - startSample);
    assert.ok(a && considerable && word && a < word && word < considerable);
    assert.equal(chunk.words.at(-1)?.endSample, chunk.samples.length);
  });

  test('what cannot be this text is refused', async () => {
    const segment = await first('Several words are spoken here.');
    const refused = (samples: Float32Array, times: { start: number; end: number }[] | null = null) =>
      assert.throws(() => chunkOf(segment, { samples, sampleRate: RATE, times }, options), UnusableSound);
    refused(tone(maxSeconds(segment) + 0.1));
    refused(tone(0.1, 1));
    refused(new Float32Array(2 * RATE));
    refused(tone(2), [{ start: 0, end: 1 }]);
    const late = segment.words.map(() => ({ start: 0, end: 3 }));
    refused(tone(2), late);
    refused(
      tone(2),
      segment.words.map((_, i) => ({ start: 1 - i / 10, end: 1.2 })),
    );
    refused(
      tone(2),
      segment.words.map(() => ({ start: Number.NaN, end: 1 })),
    );
  });
});
