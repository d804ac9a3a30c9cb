import { joinSamples } from '../../../../engines/dsp/index.ts';
import type { DubLine, DubScript } from '../project.ts';

const SAMPLE_RATE = 16_000;
/** More does not bring a match closer. */
const MOST_SECONDS = 30;
/** Shorter lines are mostly pause and breath. */
const LEAST_LINE_SECONDS = 0.4;

/**
 * Joins the lines of a speaker that nobody else speaks over, the longest first. Lines whose speaker is a guess are
 * left out.
 */
export function ownSpeech(
  { lines }: Pick<DubScript, 'lines'>,
  speakerId: string,
  film: Float32Array,
): Float32Array {
  const others = lines.filter(({ speaker_id }) => speaker_id !== speakerId);
  const own = lines
    .filter((line) => line.speaker_id === speakerId && !line.speaker_unsure && isClear(line, others))
    .filter((line) => secondsOf(line) >= LEAST_LINE_SECONDS)
    .sort((a, b) => secondsOf(b) - secondsOf(a));
  const parts: Float32Array[] = [];
  let left = MOST_SECONDS * SAMPLE_RATE;
  for (const { start, end } of own) {
    if (left <= 0) break;
    const from = Math.round(start * SAMPLE_RATE);
    const part = film.subarray(from, Math.min(Math.round(end * SAMPLE_RATE), from + left));
    parts.push(part);
    left -= part.length;
  }
  return joinSamples(parts);
}

function isClear(line: DubLine, others: readonly DubLine[]): boolean {
  return others.every(({ start, end }) => end <= line.start || start >= line.end);
}

const secondsOf = ({ start, end }: DubLine): number => end - start;
