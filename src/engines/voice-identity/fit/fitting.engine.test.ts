import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../../platform/log.ts';
import {
  assembleKokoro,
  createKokoroEngine,
  presetSpeaker,
  type SpeakerArtifact,
} from '../../speech/index.ts';
import { VoiceIdentityNotInstalled } from '../errors.ts';
import { type HeardVoice, hearVoice } from '../hearing/heard-voice.ts';
import { resampled } from '../resample.ts';
import { loadVoiceprints } from '../voiceprints.ts';
import { findVoiceWeights, type VoiceWeightFiles } from '../weights.ts';
import { descendTimbre } from './descend-timbre.ts';
import { beginFitting } from './fitting.ts';
import { createFittingEngine, type FittingEngine } from './fitting-engine.ts';
import type { Slope } from './methods.ts';
import { FITTING_SENTENCES } from './sentences.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../../data/models', import.meta.url).pathname;

describe('fitting in a process of its own', () => {
  let engine: FittingEngine;
  let wanted: HeardVoice;
  before(async () => {
    const weights = await findVoiceWeights({ modelsDir });
    assert.ok(weights, 'the voice network is not installed');
    await assembleKokoro({ modelsDir });
    wanted = await heardPreset('am_fenrir', weights);
    engine = createFittingEngine({ weights, modelsDir, log: silentLog });
  });
  after(() => engine.close());

  test('some steps from one voice towards another make it more alike, and the words stay', async () => {
    const [phonemes] = FITTING_SENTENCES;
    const slopes: Slope[] = [];
    const start = await presetSpeaker('am_adam');
    const hear = async (speaker: SpeakerArtifact) => {
      const slope = await engine.hear({ phonemes, speaker, start, wanted });
      slopes.push(slope);
      return slope;
    };
    const deviations = new Array<number>(256).fill(0.2);
    await descendTimbre({ hear, judge: async () => 0, deviations }, beginFitting(start, 5));
    const [first, last] = [slopes.at(0), slopes.at(-1)];
    assert.ok((last?.likeness ?? 0) > (first?.likeness ?? 1) + 0.05, JSON.stringify([first, last]));
    assert.ok((first?.articulationError ?? 1) < 0.001, 'the start says its words as it says them');
    assert.ok((last?.articulationError ?? 1) < 0.2, `${last?.articulationError}`);
  });

  test('is refused by name where the voice network is not installed', async () => {
    const none = createFittingEngine({ weights: null, modelsDir, log: silentLog });
    const start = await presetSpeaker('af_heart');
    const payload = { phonemes: 'hˈI.', speaker: start, start, wanted };
    await assert.rejects(none.hear(payload), VoiceIdentityNotInstalled);
  });
});

async function heardPreset(voiceId: string, weights: VoiceWeightFiles): Promise<HeardVoice> {
  const speech = createKokoroEngine({ modelsDir, processes: 1, log: silentLog });
  const samples: number[] = [];
  const text = 'We were away for nearly a year, and now we are home. She put the blue cup on the old table.';
  for await (const chunk of speech.synthesize({ text, voiceId })) samples.push(...chunk.samples);
  await speech.close();
  const prints = await loadVoiceprints(weights, {});
  return hearVoice(prints, resampled(Float32Array.from(samples), 24_000, 16_000));
}
