import { PITCHES_PER_SECOND } from '../dsp/index.ts';
import type { Stretch } from '../speaker-embedding/index.ts';
import { type SpeechPrints, STEP_SECONDS } from '../speaker-embedding/index.ts';
import type { Span } from '../voice-activity/index.ts';

/** Weight of the pitch in a print; the voice has weight 1. */
const WEIGHT = 0.3;
/** Makes pitches an octave apart maximally different. */
const RADIANS_PER_OCTAVE = Math.PI;
const LEAST_PITCHES = 5;
const PITCHES_PER_STEP = Math.round(STEP_SECONDS * PITCHES_PER_SECOND);

/** Adds pitch to the prints: short prints sometimes confuse a man and a woman, pitch does not. */
export function withPitch(
  voices: SpeechPrints,
  pitches: Float64Array,
  speech: readonly Span[],
): SpeechPrints {
  const at = (seconds: number): number => Math.round(seconds * PITCHES_PER_SECOND);
  const speechPitches = speech.flatMap(({ start, end }) =>
    // There are no pitches at the very end, but the indices must match.
    Array.from({ length: at(end) - at(start) }, (_, i) => pitches[at(start) + i] ?? 0),
  );
  const usual = median(speechPitches) ?? 0;
  return {
    steps: voices.steps,
    print(stretches) {
      const octaves = Math.log2(median(within(speechPitches, stretches)) ?? usual);
      const angle = RADIANS_PER_OCTAVE * (Number.isFinite(octaves) ? octaves : 0);
      const pitch = [Math.cos(angle), Math.sin(angle)].map((value) => value * Math.sqrt(WEIGHT));
      const whole = Float32Array.of(...voices.print(stretches), ...pitch);
      return whole.map((value) => value / Math.sqrt(1 + WEIGHT));
    },
  };
}

function within(pitches: readonly number[], stretches: readonly Stretch[]): number[] {
  return stretches.flatMap(({ first, end }) =>
    pitches.slice(first * PITCHES_PER_STEP, end * PITCHES_PER_STEP),
  );
}

function median(pitches: readonly number[]): number | null {
  const voiced = pitches.filter((pitch) => pitch > 0).sort((a, b) => a - b);
  return voiced.length < LEAST_PITCHES ? null : (voiced[voiced.length >> 1] ?? null);
}
