import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../../src/platform/log.ts';
import { joinSamples } from '../../dsp/index.ts';
import {
  extractVoiceFeatures,
  findVoiceWeights,
  loadVoiceprints,
  type VoiceFeatures,
  type VoiceWeightFiles,
} from '../../speaker-embedding/index.ts';
import {
  presetSpeaker,
  SPEAKER_LIMITS,
  type SpeakerArtifact,
  TIMBRE_PARTS,
  TIMBRE_SIZE,
} from '../../speech/index.ts';
import { realSpeech } from '../../speech/testing/real-speech.ts';
import { LINES, recorded } from '../../transcription/testing/recordings.ts';
import { VoiceCloningNotInstalled } from '../errors.ts';
import { briefSpeech } from '../testing/brief-speech.ts';
import { realCloning } from '../testing/real-cloning.ts';
import { descendTimbre } from './descend-timbre.ts';
import { fitVoice } from './fit-voice.ts';
import { beginFitting, type Fitting } from './fitting.ts';
import { createFittingEngine, type FittingEngine } from './fitting-engine.ts';
import type { Slope } from './methods.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;
const PHONEMES = 'plˈæŋks.';

describe('fitting in a separate process', () => {
  let engine: FittingEngine;
  let weights: VoiceWeightFiles;
  let recording: Float32Array;
  let wanted: VoiceFeatures;
  let start: SpeakerArtifact;
  before(async () => {
    const found = await findVoiceWeights({ modelsDir });
    assert.ok(found, 'the voice network is not installed');
    weights = found;
    recording = joinSamples(await Promise.all(LINES.map((line) => recorded(line, 'am_fenrir'))));
    wanted = await extractVoiceFeatures(await loadVoiceprints(weights, {}), recording);
    start = await presetSpeaker('am_adam');
    engine = createFittingEngine({ weights, modelsDir, log: silentLog });
  });
  after(() => engine.close());

  /** A quick word, always the same: a step takes four seconds for each second of sound. */
  const analyseBriefly: FittingEngine['analyse'] = ({ speaker, start, wanted }) => {
    const quick = (voice: SpeakerArtifact) => ({ ...voice, pace: SPEAKER_LIMITS.pace.max });
    return engine.analyse({ phonemes: PHONEMES, speaker: quick(speaker), start: quick(start), wanted });
  };

  test('a few steps from one voice towards another make it more similar, and keep its articulation', async () => {
    const slopes: Slope[] = [];
    const analyse = async (speaker: SpeakerArtifact) => {
      const slope = await analyseBriefly({ phonemes: PHONEMES, speaker, start, wanted });
      slopes.push(slope);
      return slope;
    };
    const deviations = new Array<number>(256).fill(0.2);
    await descendTimbre({ analyse, judge: async () => 0, deviations }, beginFitting(start, 3));
    const first = slopes.at(0);
    const last = slopes.at(-1);
    assert.ok((last?.likeness ?? 0) > (first?.likeness ?? 1) + 0.05, JSON.stringify([first, last]));
    assert.ok((first?.articulationError ?? 1) < 0.001, 'the start says its words as it says them');
    assert.ok((last?.articulationError ?? 1) < 0.2, `${last?.articulationError}`);
  });

  test('an interrupted fitting is completed from its checkpoint', async () => {
    const identity = await realCloning();
    const engines = {
      speech: briefSpeech(await realSpeech()),
      identity,
      fitting: { ...engine, analyse: analyseBriefly },
    };
    const request = { recordings: [{ samples: recording, quality: 1 }], language: 'en' };
    const kept: Fitting[] = [];
    const keep = (fitting: Fitting) => {
      kept.push(JSON.parse(JSON.stringify(fitting)) as Fitting);
      if (fitting.memory.steps === 1) throw new Error('the machine went down');
    };
    await assert.rejects(
      fitVoice(engines, request, { matched: start, steps: 2, onCheckpoint: keep }),
      /went down/u,
    );
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const fitted = await fitVoice(engines, request, { resume: kept.at(-1), onProgress });
    assert.deepEqual(
      kept.map(({ memory }) => memory.steps),
      [0, 1],
    );
    assert.equal(fitted.baseVoice, 'am_adam');
    assert.equal(fitted.timbreOffsets?.length, TIMBRE_PARTS * TIMBRE_SIZE);
    assert.ok((fitted.score ?? 0) > 0.2 && (fitted.score ?? 2) <= 1, `${fitted.score}`);
    assert.ok(
      shares.at(-1) === 1 && shares.every((share, i) => share > (shares[i - 1] ?? 0)),
      shares.join(' '),
    );
  });

  test('fails with VoiceCloningNotInstalled if the voice network is not installed', async () => {
    const none = createFittingEngine({ weights: null, modelsDir, log: silentLog });
    const payload = { phonemes: PHONEMES, speaker: start, start, wanted };
    await assert.rejects(none.analyse(payload), VoiceCloningNotInstalled);
  });
});
