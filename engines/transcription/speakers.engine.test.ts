import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { totalSeconds } from '../voice-activity/index.ts';
import { createTranscriptionEngine } from './engine.ts';
import { SpeakersNotInstalled } from './errors.ts';
import { dialogueOf } from './testing/dialogues.ts';
import { realTranscription } from './testing/real-transcription.ts';
import { LINES, recorded } from './testing/recordings.ts';
import type { Transcript, TranscriptionEngine } from './types.ts';

const VOICES = ['af_heart', 'bf_emma', 'am_fenrir', 'bm_george'] as const;

describe('speaker labels with real weights', () => {
  let engine: TranscriptionEngine;
  before(async () => {
    engine = await realTranscription();
  });

  /** Each voice says every line in turn. */
  async function talk(voices: readonly string[]) {
    const dialogue = LINES.flatMap((text) => voices.map((voice) => ({ text, voice })));
    const lines = await Promise.all(
      dialogue.map(async ({ text, voice }) => ({ voice, samples: await recorded(text, voice) })),
    );
    return dialogueOf(lines, () => 0.4);
  }

  const transcribe = (samples: Float32Array, max = 8): Promise<Transcript> =>
    engine.transcribe({ samples, language: 'en', speakers: { max } });

  for (const voices of [
    ['af_heart', 'bm_george'],
    ['af_heart', 'bf_emma'],
    ['am_fenrir', 'bm_george'],
    VOICES.slice(1),
  ])
    test(`${voices.join(', ')}: every line has the right speaker, and every speaker the right time`, async () => {
      const { samples, truth } = await talk(voices);
      const { segments, words, speakers = [] } = await transcribe(samples);
      // The recogniser's times are too rough to compare with the truth; the order of speakers is not.
      const names = segments.map(({ speaker: name }) => name);
      const order = names.filter((name, i) => name !== names[i - 1]);
      const expected = voices.map((_, i) => `speaker_${i + 1}`);
      assert.deepEqual(
        order,
        LINES.flatMap(() => expected),
      );
      for (const [i, voice] of voices.entries()) {
        const spokenSeconds = totalSeconds(truth.filter((one) => one.voice === voice));
        const foundSeconds = speakers[i]?.seconds ?? 0;
        assert.ok(
          Math.abs(foundSeconds - spokenSeconds) < 0.15 * spokenSeconds,
          `${voice}: ${foundSeconds} of ${spokenSeconds} s`,
        );
      }
      assert.ok(words.every(({ speaker: name }) => name !== undefined));
    });

  test('one voice is one speaker, and so are two voices if the maximum is one', async () => {
    const alone = await transcribe((await talk(['af_heart'])).samples);
    assert.deepEqual(
      alone.speakers?.map(({ speaker: name }) => name),
      ['speaker_1'],
    );
    const two = await transcribe((await talk(['af_heart', 'bm_george'])).samples, 1);
    assert.equal(two.speakers?.length, 1);
  });

  test('labels are only given on request, and without the weights only such requests fail', async () => {
    const { samples } = await talk(['af_heart']);
    const plain = await engine.transcribe({ samples, language: 'en' });
    assert.equal(plain.speakers, undefined);
    assert.ok(plain.words.every((word) => !('speaker' in word)));
    const bare = createTranscriptionEngine({ weights: null, voiceWeights: null, log: silentLog });
    assert.throws(() => bare.check({ speakers: { max: 2 } }), SpeakersNotInstalled);
    assert.equal(bare.capabilities.speakers, false);
    bare.check({ language: 'en' });
  });
});
