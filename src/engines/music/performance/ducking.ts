import { fromDecibels } from '../../dsp/index.ts';
import type { Ducking } from '../plan.ts';
import { SAMPLE_RATE } from './stereo.ts';

/** The music is down when a word begins, and takes its time to come back. */
const FALL_SECONDS = 0.12;
const RISE_SECONDS = 0.5;
/** In a shorter pause the music stays down: coming up between two words would pump. */
const SHORTEST_PAUSE_SECONDS = 0.7;

/** Gains that lower the music under speech. Away from it they are exactly 1. */
export function duckingGains({ words, decibels }: Ducking, frames: number): Float32Array {
  const gains = new Float32Array(frames).fill(1);
  for (const { start, end } of phrasesOf(words)) {
    const from = Math.max(0, Math.ceil((start - FALL_SECONDS) * SAMPLE_RATE));
    const until = Math.min(frames, Math.ceil((end + RISE_SECONDS) * SAMPLE_RATE));
    for (let i = from; i < until; i += 1) {
      const at = i / SAMPLE_RATE;
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
