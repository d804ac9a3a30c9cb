import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { KokoroEngine } from './kokoro-engine.ts';
import { EXAMPLES } from './languages/testing/examples.ts';
import { collect, seconds } from './testing/contract.ts';
import { realSpeech } from './testing/real-speech.ts';

describe('languages with borrowed sounds', () => {
  let engine: KokoroEngine;
  before(async () => {
    engine = await realSpeech();
  });

  for (const [language, { greeting: text }] of EXAMPLES)
    test(`speaks ${language} and times each word`, async (t) => {
      const request = { text, voiceId: 'if_sara', language };
      const [chunks, estimate] = await Promise.all([collect(engine, request), engine.check(request)]);
      const spoken = seconds(engine, chunks);
      const words = chunks.flatMap((chunk) => chunk.words);
      const written = words.map(({ start, end }) => text.slice(start, end)).join(' ');
      assert.equal(written.replaceAll(/[^\p{L}\p{N}]/gu, ''), text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
      assert.ok(words.every(({ startSample, endSample }) => endSample > startSample));
      assert.ok(words.every(({ startSample }, i) => startSample >= (words[i - 1]?.startSample ?? 0)));
      t.diagnostic(`${estimate.seconds.toFixed(1)} s estimated, ${spoken.toFixed(1)} s spoken`);
      assert.ok(spoken > 0.5 && spoken < 5, `${spoken} s`);
      assert.ok(
        estimate.seconds > 0.75 * spoken && estimate.seconds < 2 * spoken,
        `${estimate.seconds} s for ${spoken} s`,
      );
    });
});
