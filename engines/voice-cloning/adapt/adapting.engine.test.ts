import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../../src/platform/log.ts';
import {
  findVoiceWeights,
  readXVectorNetwork,
  type VoiceWeightFiles,
} from '../../speaker-embedding/index.ts';
import {
  ADAPTATION_SIZE,
  type Adapting,
  type Lesson,
  loadAdapting,
  presetSpeaker,
  readAdaptation,
  soundOf,
  speechFiles,
  type Utterance,
} from '../../speech/index.ts';
import { realSpeech } from '../../speech/testing/real-speech.ts';
import { type AdaptingEngine, createAdaptingEngine } from './adapting-engine.ts';
import { descendAdaptation, firstAdaptation } from './descend-adaptation.ts';
import { lossInputs, voiceLoss } from './loss/voice-loss.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;
const STEP = 0.01;
/** Frames of the excitation before a window. */
const MARGIN = 2;
/** A second in the middle of the first sentence, with the noise that the service would add there. */
const WINDOW = { from: 50, to: 130, noiseFrom: 50 - MARGIN };

const TEXTS = ['The birch canoe slid on the smooth planks.', 'A large size in stockings is hard to sell.'];

/** No preset: as a clone, it has a timbre of its own. */
async function utterance(index: number): Promise<Utterance> {
  const preset = await presetSpeaker('am_michael');
  const style = preset.style.map((value, i) => (i < 128 ? value + 0.15 * Math.sin(3 * i) : value));
  const speaker = { ...preset, style, f0Scale: 0.9 };
  const speech = await realSpeech();
  const [spoken] = await speech.utterances({ text: TEXTS[index] ?? '', voiceId: 'own', speaker });
  assert.ok(spoken);
  return spoken;
}

async function weightFiles(): Promise<VoiceWeightFiles> {
  const found = await findVoiceWeights({ modelsDir });
  assert.ok(found, 'the voice network is not installed');
  return found;
}

describe('learning an adaptation', () => {
  let adapting: Adapting;
  let lesson: Lesson;
  const somewhere = firstAdaptation().map((value, i) => value + 0.01 * Math.sin(i * i));
  const gradientAt = (numbers: Float32Array) =>
    adapting.gradient(lesson, WINDOW, numbers, lossInputs(soundOf(lesson, WINDOW)));

  before(async () => {
    const files = await weightFiles();
    const [network, mean, transform] = await Promise.all([
      readFile(files.network),
      readFile(files.mean, 'utf8'),
      readFile(files.transform),
    ]);
    const loss = voiceLoss(readXVectorNetwork({ network, mean, transform }));
    adapting = await loadAdapting(loss, { ...speechFiles(modelsDir), threads: 2 });
    lesson = await adapting.lesson(await utterance(0));
  });

  test('the gradient equals the effect of a small step', async () => {
    const { gradient } = await gradientAt(somewhere);
    const length = Math.hypot(...gradient);
    // Halfway between the steepest direction and a random one: neither a wrong length nor a wrong angle agrees here.
    const random = gradient.map((_, i) => Math.sin(i * i + 1) * Math.sqrt(2 / ADAPTATION_SIZE));
    const direction = gradient.map((slope, i) => slope / length + (random[i] ?? 0));
    const lossAt = async (by: number): Promise<number> =>
      (await gradientAt(somewhere.map((value, i) => value + by * (direction[i] ?? 0)))).loss;
    const expected = ((await lossAt(STEP)) - (await lossAt(-STEP))) / (2 * STEP);
    const found = gradient.reduce((sum, slope, i) => sum + slope * (direction[i] ?? 0), 0);
    assert.ok(Math.abs(found - expected) < 0.05 * length, `${found} and ${expected}, of ${length}`);
  });

  test('the service makes the sound that was learnt, but for the noise of 8 bits', async () => {
    const farAway = somewhere.map((value, i) => value + 0.04 * Math.cos(i * i));
    const { sound } = await gradientAt(farAway);
    const made = async (adaptation?: Float32Array): Promise<Float32Array> =>
      (await adapting.speak(lesson, adaptation)).subarray(WINDOW.from * 300, WINDOW.to * 300);
    const awayDb = (other: Float32Array): number =>
      10 * Math.log10(power(other.map((value, i) => value - (sound[i] ?? 9))) / power(sound));
    const [adapted, plain] = [awayDb(await made(farAway)), awayDb(await made())];
    assert.ok(adapted < -12 && plain > adapted + 6, `${adapted} dB adapted, ${plain} dB not`);
  });

  test('steps bring the sound nearer to the generator’s, also where nothing was learnt', async () => {
    const other = await adapting.lesson(await utterance(1));
    const begun = await gradientAt(firstAdaptation());
    const learnt = await descendAdaptation(adapting, [other], { steps: 8 });
    const { loss } = await gradientAt(learnt);
    assert.ok(loss < begun.loss - 0.3, `${begun.loss} to ${loss}`);
  });
});

describe('the process that adapts voices', () => {
  let engine: AdaptingEngine;
  before(async () => {
    engine = createAdaptingEngine({ weights: await weightFiles(), modelsDir, log: silentLog });
  });
  after(() => engine.close());

  test('can be interrupted between two steps, and then adapts the next voice', async () => {
    const payload = {
      ...{ learnt: [await utterance(0)], judged: [await utterance(1)] },
      ...{ equaliserDb: [], person: null, steps: 3 },
    };
    const controller = new AbortController();
    const interrupted = engine.adapt(
      { ...payload, steps: 10_000 },
      { signal: controller.signal, onProgress: (share) => share > 0.4 && controller.abort() },
    );
    await assert.rejects(interrupted, { name: 'AbortError' });
    const shares: number[] = [];
    const { adaptation, measures, sounds } = await engine.adapt(payload, {
      onProgress: (share) => shares.push(share),
    });
    assert.equal(readAdaptation(adaptation).length, ADAPTATION_SIZE);
    assert.deepEqual([measures.likeness, sounds.length, shares.at(-1)], [null, 1, 1]);
    assert.ok(measures.similarity > 0.8 && Math.abs(measures.levelDb) < 2, JSON.stringify(measures));
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
  });
});

function power(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0);
}
