import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../platform/log.ts';
import { findVoiceWeights } from '../voice-identity/index.ts';
import { createTranscriptionEngine } from './engine.ts';
import { SpeakersNotInstalled } from './errors.ts';
import { dialogueOf, scoreOf } from './testing/dialogues.ts';
import { createSpeaker } from './testing/spoken.ts';
import type { Transcript, TranscriptionEngine } from './types.ts';
import { findTranscriptionWeights } from './weights.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;
const LINES = ['The train leaves at seven in the morning.', 'I left my keys on the kitchen table.'];
const VOICES = ['af_heart', 'bf_emma', 'am_fenrir', 'bm_george'] as const;

describe('speaker labels with real weights', () => {
  const speaker = createSpeaker(modelsDir);
  let engine: TranscriptionEngine;
  before(async () => {
    const weights = await findTranscriptionWeights({ modelsDir });
    engine = createTranscriptionEngine({
      weights,
      voiceWeights: await findVoiceWeights({ modelsDir }),
      log: silentLog,
    });
  });
  after(() => Promise.all([engine.close(), speaker.close()]));

  /** Everybody says each line in turn. */
  async function talk(voices: readonly string[]) {
    const said = LINES.flatMap((text) => voices.map((voice) => ({ text, voice })));
    const lines = await Promise.all(
      said.map(async ({ text, voice }) => ({ voice, samples: await speaker.say(text, voice) })),
    );
    return dialogueOf(lines, () => 0.4);
  }

  const hear = (samples: Float32Array, max = 8): Promise<Transcript> =>
    engine.transcribe({ samples, language: 'en', speakers: { max } });

  for (const voices of [['af_heart', 'bm_george'], ['af_heart', 'bf_emma'], ['am_fenrir', 'bm_george'], VOICES.slice(1)])
    test(`${voices.join(', ')}: as many speakers, and hardly a second under the wrong name`, async () => {
      const { samples, truth } = await talk(voices);
      const { segments, words, speakers } = await hear(samples);
      assert.equal(speakers?.length, voices.length);
      const turns = segments.map(({ start, end, speaker: name }) => ({ start, end, speaker: Number(name?.slice(8)) }));
      const { wrongSeconds, spokenSeconds } = scoreOf(truth, turns);
      assert.ok(wrongSeconds / spokenSeconds < 0.15, `${wrongSeconds} of ${spokenSeconds} s`);
      assert.equal(words[0]?.speaker, 'speaker_1');
      assert.ok(words.every(({ speaker: name }) => name !== undefined));
    });

  test('one voice is one speaker, and so are two where no more may be', async () => {
    const alone = await hear((await talk(['af_heart'])).samples);
    assert.deepEqual(alone.speakers?.map(({ speaker: name }) => name), ['speaker_1']);
    const two = await hear((await talk(['af_heart', 'bm_george'])).samples, 1);
    assert.equal(two.speakers?.length, 1);
  });

  test('who does not ask gets none, and without the weights only who asks is refused', async () => {
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
