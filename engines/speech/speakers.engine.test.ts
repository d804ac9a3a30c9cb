import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPowerSpectrum, joinSamples, pitchesOf, resampled } from '../dsp/index.ts';
import { ADAPTATION_SIZE } from './decoder/adaptation.ts';
import { keepAdaptation } from './decoder/kept-adaptation.ts';
import { ForeignSpeaker, InvalidSpeaker } from './errors.ts';
import { BAND_HERTZ } from './kokoro/equaliser.ts';
import type { KokoroEngine } from './kokoro-engine.ts';
import { presetSpeaker } from './preset-speaker.ts';
import type { SpeakerArtifact } from './speaker.ts';
import { collect } from './testing/contract.ts';
import { realSpeech } from './testing/real-speech.ts';

const TEXT = 'We were away.';
const RATE = 24_000;
const FFT = 1_024;

describe('a voice of its own', () => {
  let engine: KokoroEngine;
  before(async () => {
    engine = await realSpeech();
  });

  async function speak(base: string, change: Partial<SpeakerArtifact> | null): Promise<Float32Array> {
    const speaker = change ? { ...(await presetSpeaker(base)), ...change } : undefined;
    const chunks = await collect(engine, { text: TEXT, voiceId: speaker ? 'own' : base, speaker });
    return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]));
  }
  /** Each voice says it once. */
  const synthesized = new Map<string, Promise<Float32Array>>();
  function synthesize(base: string, change: Partial<SpeakerArtifact> | null): Promise<Float32Array> {
    const key = JSON.stringify([base, change]);
    const made = synthesized.get(key) ?? speak(base, change);
    synthesized.set(key, made);
    return made;
  }

  test('sounds as the preset does when it is nothing but the preset', async () => {
    for (const base of ['af_heart', 'bm_george']) {
      const [preset, own] = await Promise.all([synthesize(base, null), synthesize(base, {})]);
      // Our decoder speaks the preset, Kokoro's generator the other, both from the same pitch and durations.
      assert.ok(Math.abs(own.length - preset.length) < 0.05 * RATE, `${own.length} and ${preset.length}`);
      assert.ok(Math.abs(pitchRatio(own, preset) - 1) < 0.01, `${pitchRatio(own, preset)}`);
      for (const hertz of [200, 800, 1_600])
        assert.ok(Math.abs(bandDb(own, hertz) - bandDb(preset, hertz)) < 2, `${base} at ${hertz} Hz`);
    }
  });

  test('is spoken by our decoder once that is adapted to it, and by the generator again with another decoder', async () => {
    const adaptation = keepAdaptation(new Float32Array(ADAPTATION_SIZE));
    const [preset, adapted, stale, own] = await Promise.all([
      synthesize('af_heart', null),
      synthesize('af_heart', { adaptation }),
      synthesize('af_heart', { adaptation: `AAAA${adaptation.slice(4)}` }),
      synthesize('af_heart', {}),
    ]);
    assert.ok(awayDb(adapted, preset) < -20, `${awayDb(adapted, preset)} dB from our decoder`);
    assert.ok(awayDb(stale, own) < -20, `${awayDb(stale, own)} dB from the generator`);
  });

  test('is drafted by our decoder without being adapted', async () => {
    const request = { text: TEXT, voiceId: 'own', speaker: await presetSpeaker('af_heart') };
    const parts: Float32Array[] = [];
    for await (const { samples } of engine.synthesize(request, { draft: true })) parts.push(samples);
    const draft = joinSamples(parts);
    const preset = await synthesize('af_heart', null);
    assert.ok(awayDb(draft, preset) < -20, `${awayDb(draft, preset)} dB from our decoder`);
  });

  test('scales the pitch as requested, to a hundredth', async () => {
    for (const base of ['af_heart', 'am_michael'])
      for (const f0Scale of [0.85, 1.2]) {
        const [plain, scaled] = await Promise.all([synthesize(base, {}), synthesize(base, { f0Scale })]);
        const ratio = pitchRatio(scaled, plain);
        assert.ok(Math.abs(ratio / f0Scale - 1) < 0.01, `${base}: ${ratio} for ${f0Scale}`);
      }
  });

  test('speaks at its pace', async () => {
    const [plain, fast] = await Promise.all([
      synthesize('af_bella', {}),
      synthesize('af_bella', { pace: 1.3 }),
    ]);
    const ratio = plain.length / fast.length;
    assert.ok(ratio > 1.15 && ratio < 1.4, `ratio ${ratio}`);
  });

  test('has its bands raised and lowered, and neither clicks nor shifts at the edges of a chunk', async () => {
    const band = BAND_HERTZ.indexOf(3_200);
    const only = (db: number) => ({ equaliserDb: BAND_HERTZ.map((_, i) => (i === band ? db : 0)) });
    const [plain, raised, lowered] = await Promise.all([
      synthesize('af_heart', {}),
      synthesize('af_heart', only(6)),
      synthesize('af_heart', only(-6)),
    ]);
    const moved = (sound: Float32Array, hertz: number) => bandDb(sound, hertz) - bandDb(plain, hertz);
    assert.ok(moved(raised, 3_200) > 4.5 && moved(raised, 3_200) < 6.1, `${moved(raised, 3_200)} dB`);
    assert.ok(moved(lowered, 3_200) < -4.5 && moved(lowered, 3_200) > -6.1, `${moved(lowered, 3_200)} dB`);
    for (const sound of [raised, lowered]) {
      assert.ok(Math.abs(moved(sound, 500)) < 0.5, `${moved(sound, 500)} dB at 500 Hz`);
      // Where the voice begins and ends is found by its level, which the equaliser moves.
      assert.ok(Math.abs(sound.length - plain.length) < 0.1 * RATE);
      assert.ok(Math.abs(sound[0] ?? 1) < 0.005 && Math.abs(sound.at(-1) ?? 1) < 0.005);
    }
  });

  test('is refused before any sound when its data is damaged or of another version', async () => {
    const speaker = await presetSpeaker('af_heart');
    const request = { text: TEXT, voiceId: 'own', speaker };
    const damaged = { ...request, speaker: { ...speaker, f0Scale: 7 } };
    const foreign = { ...request, speaker: { ...speaker, version: 2 as 1 } };
    await engine.check(request);
    await assert.rejects(engine.check(damaged), InvalidSpeaker);
    await assert.rejects(collect(engine, damaged), InvalidSpeaker);
    await assert.rejects(collect(engine, foreign), ForeignSpeaker);
  });
});

/** The middle of all moments in which both have a pitch. */
function pitchRatio(one: Float32Array, other: Float32Array): number {
  const [ones, others] = [one, other].map((sound) => pitchesOf(resampled(sound, RATE, 16_000)));
  const ratios = [...(ones ?? [])]
    .map((pitch, i) => pitch / (others?.[i] ?? 0))
    .filter((ratio) => ratio > 0 && Number.isFinite(ratio))
    .sort((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? 0;
}

/** Returns the power within a third of an octave. */
function bandDb(samples: Float32Array, hertz: number): number {
  const powerOf = createPowerSpectrum(FFT);
  const power = new Float64Array(FFT / 2);
  const [first, end] = [hertz / 2 ** (1 / 6), hertz * 2 ** (1 / 6)].map((edge) =>
    Math.round((edge * FFT) / RATE),
  ) as [number, number];
  let sum = 1e-12;
  for (let from = 0; from + FFT <= samples.length; from += FFT / 2) {
    powerOf(
      Float64Array.from(
        { length: FFT },
        (_, i) => (samples[from + i] ?? 0) * Math.sin((Math.PI * i) / FFT) ** 2,
      ),
      power,
    );
    for (let k = first; k <= end; k += 1) sum += power[k] ?? 0;
  }
  return 10 * Math.log10(sum);
}

function awayDb(one: Float32Array, other: Float32Array): number {
  const power = (sound: Float32Array): number => sound.reduce((sum, value) => sum + value * value, 0);
  return 10 * Math.log10(power(one.map((value, i) => value - (other[i] ?? 9))) / power(other));
}
