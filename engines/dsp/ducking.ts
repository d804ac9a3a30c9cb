import { fromDecibels } from './bring-to-loudness.ts';

/** A sound is lowered under these words: seconds from its start, in order. */
export type Ducking = { words: readonly { start: number; end: number }[]; decibels: number };

/** It is down when a word begins, and takes its time to come back. */
const FALL_SECONDS = 0.12;
const RISE_SECONDS = 0.5;
/** The sound stays down in a shorter pause: coming up between two words would pump. */
const SHORTEST_PAUSE_SECONDS = 0.7;

/** The sound with gains that lower it under speech. Away from it they are exactly 1. */
export function duckUnder(
  { words, decibels }: Ducking,
  channel: Float32Array,
  sampleRate: number,
): Float32Array {
  const gains = duckingGains({ words, decibels }, channel.length, sampleRate);
  return channel.map((sample, i) => sample * (gains[i] as number));
}

export function duckingGains({ words, decibels }: Ducking, frames: number, sampleRate: number): Float32Array {
  const gains = new Float32Array(frames).fill(1);
  for (const { start, end } of phrasesOf(words)) {
    const from = Math.max(0, Math.ceil((start - FALL_SECONDS) * sampleRate));
    const until = Math.min(frames, Math.ceil((end + RISE_SECONDS) * sampleRate));
    for (let i = from; i < until; i += 1) {
      const at = i / sampleRate;
      const away = at < start ? (start - at) / FALL_SECONDS : at > end ? (at - end) / RISE_SECONDS : 0;
      const depth = 0.5 + 0.5 * Math.cos(Math.PI * Math.min(1, away));
      gains[i] = fromDecibels(-decibels * depth);
    }
  }
  return gains;
}

/** Words with only short pauses between them. */
function phrasesOf(words: Ducking['words']): { start: number; end: number }[] {
  const phrases: { start: number; end: number }[] = [];
  for (const { start, end } of words) {
    const last = phrases.at(-1);
    if (last && start - last.end < SHORTEST_PAUSE_SECONDS) last.end = Math.max(last.end, end);
    else phrases.push({ start, end });
  }
  return phrases;
}
