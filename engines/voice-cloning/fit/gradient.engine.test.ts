import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { resampled } from '../../dsp/index.ts';
import {
  findVoiceWeights,
  loadVoiceprints,
  PRINT_SIZE,
  readXVectorNetwork,
  type VoiceWeightFiles,
} from '../../speaker-embedding/index.ts';
import {
  type ListenerResult,
  loadTimbreGradient,
  presetSpeaker,
  SPEAKER_LIMITS,
  type SpeakerArtifact,
  TIMBRE_PARTS,
  TIMBRE_SIZE,
  type TimbreGradient,
} from '../../speech/index.ts';
import { ARTICULATION_ERROR, articulationOf, LEVELS, NO_ARTICULATION } from './listener/articulation.ts';
import { givenFor, LIKENESS, listenerWith, SPECTRUM_ERROR } from './listener/listener.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;
const PHONEMES = 'smˈuð plˈæŋks.';
/** Small enough to be linear: at 0.01 the print already deviates by a twentieth. */
const STEP = 0.004;
const PARTS = TIMBRE_PARTS * TIMBRE_SIZE;

/** The voice speaks as fast as it may, since a run takes four seconds for each second of sound. */
const PACE = SPEAKER_LIMITS.pace.max;

describe('the gradient through the decoder', () => {
  let gradient: TimbreGradient;
  let files: VoiceWeightFiles;
  let speaker: SpeakerArtifact;
  let given: ReturnType<typeof givenFor>;
  let analysed: ListenerResult;
  const anyVoice = { spectrumDb: new Float32Array(24), bands: new Float32Array(24).fill(1) };
  before(async () => {
    const found = await findVoiceWeights({ modelsDir });
    assert.ok(found, 'the voice network is not installed');
    files = found;
    const [network, mean, transform] = await Promise.all([
      readFile(files.network),
      readFile(files.mean, 'utf8'),
      readFile(files.transform),
    ]);
    const listener = listenerWith(readXVectorNetwork({ network, mean, transform }));
    gradient = await loadTimbreGradient(listener, { modelsDir, threads: 2, exact: true });
    speaker = { ...(await presetSpeaker('am_michael')), pace: PACE };
    const wanted = { print: unit(PRINT_SIZE, (i) => Math.sin(3 * i + 1)), ...anyVoice };
    // Slightly off the preset, so that there is an articulation to return to.
    const beside = { ...speaker, timbreOffsets: Array.from({ length: PARTS }, (_, i) => 0.1 * Math.cos(i)) };
    const { outputs } = await gradient.analyse(
      { phonemes: PHONEMES, speaker: beside },
      givenFor(wanted, NO_ARTICULATION),
    );
    given = givenFor(wanted, articulationOf(outputs[LEVELS] ?? new Float32Array()));
    analysed = await gradient.analyse({ phonemes: PHONEMES, speaker }, given);
  });

  test('equals the effect of a small step of the timbre', async () => {
    const { gradient: slope } = analysed;
    const lossAt = async (direction: Float32Array, by: number): Promise<number> => {
      const moved = { ...speaker, timbreOffsets: Array.from(direction, (value) => by * value) };
      const { outputs } = await gradient.analyse({ phonemes: PHONEMES, speaker: moved }, given);
      const [likeness = 0, spectrum = 0, words = 0] = [LIKENESS, SPECTRUM_ERROR, ARTICULATION_ERROR].map(
        (name) => outputs[name]?.[0],
      );
      return 0.02 * spectrum + 2 * words - likeness;
    };
    const length = Math.hypot(...slope);
    const random = unit(slope.length, (i) => Math.sin(i * i + 1));
    // Halfway between the steepest direction and a random one: neither a wrong length nor a wrong angle agrees here.
    const direction = unit(slope.length, (i) => (slope[i] ?? 0) / length + (random[i] ?? 0));
    const stepped = (await lossAt(direction, STEP)) - (await lossAt(direction, -STEP));
    const expected = stepped / (2 * STEP);
    const found = slope.reduce((sum, value, i) => sum + value * (direction[i] ?? 0), 0);
    assert.ok(Math.abs(found - expected) < 0.05 * length, `${found} and ${expected}, of ${length}`);
  });

  test('uses the same print that voices are compared by', async () => {
    const prints = await loadVoiceprints(files, {});
    const sound = resampled(analysed.samples, 24_000, 16_000);
    const spoken = { start: 0.3 / PACE, end: sound.length / 16_000 - 0.5 / PACE };
    const { steps, print } = await prints.analyse(sound, [spoken]);
    const itself = givenFor({ print: print([{ first: 0, end: steps }]), ...anyVoice }, NO_ARTICULATION);
    const { outputs } = await gradient.analyse({ phonemes: PHONEMES, speaker }, itself);
    assert.ok((outputs[LIKENESS]?.[0] ?? 0) > 0.9, `${outputs[LIKENESS]}`);
  });
});

function unit(length: number, value: (i: number) => number): Float32Array {
  const values = Float32Array.from({ length }, (_, i) => value(i));
  const size = Math.hypot(...values);
  return values.map((one) => one / size);
}
