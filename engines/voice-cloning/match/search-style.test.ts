import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  FEATURE_SIZE,
  PRINT_SIZE,
  SPECTRUM_BANDS,
  type VoiceFeatures,
} from '../../speaker-embedding/index.ts';
import { presetSpeaker, type SpeechEngine } from '../../speech/index.ts';
import type { CloningEngine } from '../cloning-engine.ts';
import { searchStyle } from './search-style.ts';

/** Features of a voice that has this much of what is wanted. */
function featuresWith(share: number): VoiceFeatures {
  const print = new Float32Array(PRINT_SIZE);
  print[0] = share;
  print[1] = Math.sqrt(1 - share ** 2);
  const spectrumDb = new Float32Array(SPECTRUM_BANDS);
  return { print, spectrumDb, bands: spectrumDb.map(() => 1), logPitch: null, speechSeconds: 1 };
}

/** Every synthesis is heard as the next of `shares`. */
async function searched(shares: readonly number[]) {
  const drafts: boolean[] = [];
  const speech: Pick<SpeechEngine, 'synthesize'> = {
    // biome-ignore lint/correctness/useYield: the sound is not looked at.
    async *synthesize(_, { draft = false } = {}) {
      drafts.push(draft);
    },
  };
  const identity: Pick<CloningEngine, 'analyse' | 'descend'> = {
    analyse: async () => featuresWith(shares[drafts.length - 1] ?? 0),
    descend: async ({ style }) => ({ style, predicted: new Float32Array(FEATURE_SIZE) }),
  };
  const start = await presetSpeaker('af_heart');
  const rounds = shares.length;
  const engines = { speech: speech as SpeechEngine, identity: identity as CloningEngine };
  const found = await searchStyle(engines, { wanted: featuresWith(1), start, texts: ['Hello.'], rounds });
  return { drafts, found };
}

describe('the search of a style', () => {
  test('is spoken by the generator in all rounds but the first', async () => {
    const { drafts } = await searched([0.1, 0.2, 0.3, 0.4]);
    assert.deepEqual(drafts, [true, false, false, false]);
    assert.deepEqual((await searched([0.1])).drafts, [false]);
  });

  test('never returns what only a draft sounded like', async () => {
    const { found } = await searched([0.9, 0.3, 0.4, 0.2]);
    assert.deepEqual(found.features, featuresWith(0.4));
  });
});
