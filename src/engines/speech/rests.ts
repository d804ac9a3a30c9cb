import type { Rest } from './sounds.ts';

/** Below this (about −46 dBFS) the voice is inaudible. */
const SILENCE = 0.005;
/** Kept around the voice, so that soft beginnings and endings are not cut. */
const MARGIN_MS = 30;
const FADE_MS = 5;

export const REST_MS: Record<Rest, number> = { none: 0, clause: 120, sentence: 320, paragraph: 650 };

export type Silences = {
  restAfter: Rest;
  /** Requested by the caller, so independent of speed. */
  leadMs?: number | undefined;
  pauseMs?: number | undefined;
};

export type Rested = {
  samples: Float32Array;
  /** The voice is in `samples` from `start` to `end`; it begins at `from` in the model's samples. */
  voice: { start: number; end: number; from: number };
};

/** Replaces the silence that the model adds around each utterance with a rest of known length. */
export function withRest(
  samples: Float32Array,
  silences: Silences,
  options: { sampleRate: number; speed: number },
): Rested {
  const perMs = options.sampleRate / 1000;
  const { from, to } = voiceIn(samples, Math.round(MARGIN_MS * perMs));
  const start = Math.round((silences.leadMs ?? 0) * perMs);
  const end = start + to - from;
  const restMs = silences.pauseMs ?? REST_MS[silences.restAfter] / options.speed;
  const result = new Float32Array(end + Math.round(restMs * perMs));
  result.set(samples.subarray(from, to), start);
  fade(result.subarray(start, end), Math.round(FADE_MS * perMs));
  return { samples: result, voice: { start, end, from } };
}

function voiceIn(samples: Float32Array, margin: number): { from: number; to: number } {
  const first = samples.findIndex((sample) => Math.abs(sample) > SILENCE);
  if (first < 0) return { from: 0, to: samples.length };
  const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENCE);
  return { from: Math.max(0, first - margin), to: Math.min(samples.length, last + margin) };
}

function fade(voice: Float32Array, length: number): void {
  const steps = Math.min(length, Math.floor(voice.length / 2));
  for (let i = 0; i < steps; i++) {
    voice[i] = (voice[i] ?? 0) * (i / steps);
    const fromEnd = voice.length - 1 - i;
    voice[fromEnd] = (voice[fromEnd] ?? 0) * (i / steps);
  }
}
