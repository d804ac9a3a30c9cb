import assert from 'node:assert/strict';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EngineFailed } from '../../../platform/process-pool/index.ts';
import { clipsOf, folder, samplesOf, scriptOf, speak, type Timed } from '../testing/speak-lines.ts';
import { createToneSpeech } from '../testing/tone-speech.ts';
import { changedCharacters } from './speech-key.ts';

const RATE = 24_000;
/** 20 ms are kept on both sides of the voice. */
const EDGES = 0.04;
const near = (a: number | undefined, b: number, most = 0.001) =>
  assert.ok(Math.abs((a ?? Number.NaN) - b) <= most, `${a} instead of ${b}`);

describe('speaking the lines of a dub', () => {
  test('a line is heard where the original begins, at the mildest rate that fits', async () => {
    const speech = createToneSpeech();
    const shares: number[] = [];
    const script = scriptOf([
      [1, 3, 'x'.repeat(20)],
      [4, 6, 'y'.repeat(38)],
      [6.5, 8, 'z'.repeat(40)],
    ]);
    const made = await speak(script, { speech, onProgress: (share) => shares.push(share) });
    const clips = clipsOf(made);
    assert.deepEqual(
      clips.map(({ fit }) => fit),
      ['as_spoken', 'faster', 'borrowed'],
    );
    near(clips[0]?.end, 1 + 20 * 0.06 + EDGES);
    near(clips[1]?.end, 6);
    near(clips[1]?.rate, (38 * 0.06 + EDGES) / 2, 0.02);
    near(clips[2]?.rate, 1.25, 0.02);
    const samples = await samplesOf(made.speechPath);
    assert.equal(
      samples.length,
      clips.reduce((sum, { length }) => sum + length, 0),
    );
    for (const { offset } of clips) {
      const heardAt = samples.subarray(offset).findIndex((sample) => Math.abs(sample) > 0.01);
      near(heardAt / RATE, 0.02, 0.002);
    }
    assert.deepEqual(speech.requests[0]?.options.onBehalfOf, { jobId: 'job_1' });
    for (const { text, voiceId } of speech.requests)
      assert.equal(voiceId, text.startsWith('y') ? 'em_alex' : 'ef_dora');
    assert.deepEqual([shares.at(-1), shares], [1, shares.toSorted((a, b) => a - b)]);
    assert.deepEqual((await readdir(folder)).sort(), ['speech.wav']);
  });

  test('whatever is said: nothing overlaps, nothing is after the end, clips are as long as their places', async () => {
    const line = fc.record({
      gap: fc.double({ min: -1, max: 2, noNaN: true }),
      slot: fc.double({ min: 0.05, max: 4, noNaN: true }),
      text: fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^[a-zñ .]{0,60}$/), fc.constant(null)),
    });
    const run = async (
      given: { gap: number; slot: number; text: string | null }[],
      stretchPicture: boolean,
      inexact: number,
    ) => {
      let at = 0;
      const lines = given.map(({ gap, slot, text }): Timed => {
        const start = Math.max(0, at + gap);
        at = start + slot;
        return [start, at, text];
      });
      const seconds = at + 0.5;
      const speech = createToneSpeech({ inexact });
      const made = await speak(scriptOf(lines), { speech, seconds, stretchPicture });
      const samples = await samplesOf(made.speechPath);
      let until = 0;
      let offset = 0;
      assert.ok(made.seconds >= seconds - 1e-9 && (stretchPicture || made.seconds === seconds));
      const heard = clipsOf(made).filter(({ length }) => length > 0);
      for (const clip of heard.toSorted((a, b) => a.start - b.start)) {
        assert.ok(clip.start >= until - 1e-9, `${clip.start} overlaps ${until}`);
        assert.ok(clip.end <= made.seconds + 1 / RATE, `${clip.end} is after the end at ${made.seconds}`);
        near(clip.end - clip.start, clip.length / RATE, 1e-6);
        assert.equal(clip.offset, offset);
        const most = clip.fit === 'rushed' ? 2 : clip.fit === 'as_spoken' ? 1 : 1.25;
        assert.ok(clip.rate >= 1 && clip.rate <= most, `${clip.fit} at ${clip.rate}`);
        [until, offset] = [clip.end, offset + clip.length];
      }
      assert.equal(samples.length, offset);
    };
    // Asked the engine for a trace more than its fastest speed.
    const texts = ['', null, '  0', 'ña..añ', 'ñ'];
    const tight = texts.map((text, i) => ({ gap: 0, slot: i === 0 ? 0.07955926839518804 : 0.05, text }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.boolean(), fc.constantFrom(1, 0.8, 0), run),
      { numRuns: 40, examples: [[tight, false, 1]] },
    );
  });

  test('lines without words, and a script without lines, are silent', async () => {
    const made = await speak(
      scriptOf([
        [0, 1, null],
        [1, 2, '…'],
        [2, 3, '🎵 🎵'],
        [3, 4, 'Привет'],
        [4, 5, 'Sí.'],
      ]),
    );
    assert.deepEqual(
      clipsOf(made).map(({ length, start }) => [length > 0, start]),
      [
        [false, 0],
        [false, 1],
        [false, 2],
        [false, 3],
        [true, 4],
      ],
    );
    assert.equal(changedCharacters(made.script, 'es'), 0);
    const empty = await speak(scriptOf([]));
    assert.deepEqual(
      [empty.script.lines, empty.seconds, (await samplesOf(empty.speechPath)).length],
      [[], 20, 0],
    );
  });

  test('markup and foreign letters do not keep the rest from being spoken, and numbers are read in parts', async () => {
    const speech = createToneSpeech();
    const texts = ['Hola [pause:x] amigo', '<speak>Hola', 'Hola Привет', `${'999999999 '.repeat(90)}fin`];
    const made = await speak(scriptOf(texts.map((text, i) => [i * 5, i * 5 + 4, text])), { speech });
    assert.ok(clipsOf(made).every(({ length }) => length > RATE / 2));
    assert.ok(speech.requests.some(({ text }) => /^Hola +$/u.test(text)));
  });

  test('a line that is far too long for its slot ends before the next one', async () => {
    const made = await speak(
      scriptOf([
        [1, 1.5, 'palabra '.repeat(125)],
        [1.6, 4, 'Sí, señor.'],
        [5, 6, 'No.'],
      ]),
    );
    const [long, next, last] = clipsOf(made);
    assert.deepEqual([long?.fit, long?.rate], ['rushed', 2]);
    assert.ok(Number(long?.end) < Number(next?.start) && Number(next?.start) < 2.2, `${next?.start}`);
    assert.equal(last?.start, 5);
  });

  test('with speech that does not follow its speed exactly, lines fit all the same', async () => {
    for (const inexact of [0, 0.7, 1.4]) {
      const made = await speak(
        scriptOf([
          [1, 3, 'x'.repeat(40)],
          [3.1, 5, 'y'.repeat(38)],
        ]),
        {
          speech: createToneSpeech({ inexact }),
        },
      );
      const [first, second] = clipsOf(made);
      assert.ok(Number(first?.end) <= Number(second?.start));
      near(second?.start, 3.1, 0.15);
    }
  });
});

describe('speaking that fails', () => {
  const script = scriptOf(Array.from({ length: 10 }, (_, i): Timed => [i, i + 0.9, `Número ${i}.`]));

  test('an engine that dies fails the stage with its own error', async () => {
    const own = await mkdtemp(join(folder, 'failed-'));
    const speech = createToneSpeech();
    speech.before = async (call) => {
      if (call === 5) throw new EngineFailed();
    };
    await assert.rejects(speak(script, { speech, folder: own }), EngineFailed);
    assert.ok(!(await readdir(own)).includes('speech.wav'));
  });

  test('an abort ends it at once', async () => {
    const stop = new AbortController();
    const speech = createToneSpeech();
    speech.before = async (call) => {
      if (call === 3) stop.abort(new Error('cancelled'));
    };
    await assert.rejects(speak(script, { speech, signal: stop.signal }), /cancelled/u);
    assert.ok(speech.requests.length <= 5, `${speech.requests.length} calls`);
  });

  test('a thousand lines take seconds', async () => {
    const lines = Array.from({ length: 1_000 }, (_, i): Timed => [i * 2, i * 2 + 1.8, 'Sí.']);
    const before = process.threadCpuUsage();
    const made = await speak(scriptOf(lines), { seconds: 2_000 });
    assert.equal(clipsOf(made).length, 1_000);
    const { user } = process.threadCpuUsage(before);
    assert.ok(user < 20_000_000, `${user} µs`);
  });
});
