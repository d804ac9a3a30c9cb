import type { Rest } from './plan.ts';

/** Below this (about −46 dBFS) the voice is not heard. */
const SILENCE = 0.005;
/** Kept around the voice, so that soft beginnings and ends are not cut. */
const MARGIN_MS = 30;
const FADE_MS = 5;

const REST_MS: Record<Rest, number> = { none: 0, clause: 120, sentence: 320, paragraph: 650 };

/** The model pads each utterance with silence of its own; that is cut and a rest of known length put in its place. */
export function withRest(
  samples: Float32Array,
  rest: Rest,
  options: { sampleRate: number; speed: number },
): Float32Array {
  const perMs = options.sampleRate / 1000;
  const voice = trimmed(samples, Math.round(MARGIN_MS * perMs));
  const silence = Math.round((REST_MS[rest] * perMs) / options.speed);
  const result = new Float32Array(voice.length + silence);
  result.set(voice);
  fade(result, voice.length, Math.round(FADE_MS * perMs));
  return result;
}

function trimmed(samples: Float32Array, margin: number): Float32Array {
  const first = samples.findIndex((sample) => Math.abs(sample) > SILENCE);
  if (first < 0) return samples;
  const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENCE);
  return samples.subarray(Math.max(0, first - margin), Math.min(samples.length, last + margin));
}

function fade(samples: Float32Array, voiceLength: number, length: number): void {
  const steps = Math.min(length, Math.floor(voiceLength / 2));
  for (let i = 0; i < steps; i++) {
    samples[i] = (samples[i] ?? 0) * (i / steps);
    const fromEnd = voiceLength - 1 - i;
    samples[fromEnd] = (samples[fromEnd] ?? 0) * (i / steps);
  }
}
