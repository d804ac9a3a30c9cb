import type { Turn } from '../../diarization/index.ts';
import { joinSamples } from '../../dsp/index.ts';
import { silence } from './spoken.ts';

const RATE = 16_000;
const FRAME = RATE / 100;
/** Share of the loudest frame's energy. */
const AUDIBLE = 1e-3;

/** Ground truth: who speaks when, in seconds. */
export type TrueTurn = { voice: string; start: number; end: number };
export type Dialogue = { samples: Float32Array; truth: TrueTurn[] };

/** Concatenates lines; `gap` gives the seconds of silence after each. */
export function dialogueOf(
  lines: readonly { voice: string; samples: Float32Array }[],
  gap: (line: number) => number,
): Dialogue {
  const parts = [silence(0.3)];
  const truth: TrueTurn[] = [];
  let at = 0.3;
  for (const [i, { voice, samples }] of lines.entries()) {
    const spoken = trimmed(samples);
    const pause = silence(gap(i));
    truth.push({ voice, start: at, end: at + spoken.length / RATE });
    parts.push(spoken, pause);
    at += (spoken.length + pause.length) / RATE;
  }
  return { samples: joinSamples([...parts, silence(0.3)]), truth };
}

function trimmed(samples: Float32Array): Float32Array {
  const energies = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, i) =>
    samples.subarray(i * FRAME, (i + 1) * FRAME).reduce((sum, x) => sum + x * x, 0),
  );
  const least = AUDIBLE * energies.reduce((most, energy) => Math.max(most, energy), 0);
  const first = energies.findIndex((energy) => energy > least);
  const last = energies.findLastIndex((energy) => energy > least);
  return samples.slice(first * FRAME, (last + 1) * FRAME);
}

export type Score = { wrongSeconds: number; spokenSeconds: number; found: number };

/** Speech with the wrong label, under the assignment of voices to speakers with the fewest errors. */
export function scoreOf(truth: readonly TrueTurn[], turns: readonly Turn[]): Score {
  const voices = [...new Set(truth.map(({ voice }) => voice))];
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const shared = voices.map(() => speakers.map(() => 0));
  let frames = 0;
  for (const { voice, start, end } of truth) {
    for (let at = start + 0.005; at < end; at += 0.01) {
      const speaker = turns.find((turn) => at >= turn.start && at < turn.end)?.speaker;
      // Speech that the detector misses at its edges is not an error of the labels.
      if (speaker === undefined) continue;
      frames += 1;
      const row = shared[voices.indexOf(voice)] ?? [];
      row[speakers.indexOf(speaker)] = (row[speakers.indexOf(speaker)] ?? 0) + 1;
    }
  }
  const right = bestMatch(shared, 0, new Set());
  return { wrongSeconds: (frames - right) / 100, spokenSeconds: frames / 100, found: speakers.length };
}

function bestMatch(shared: readonly number[][], voice: number, taken: ReadonlySet<number>): number {
  const row = shared[voice];
  if (!row) return 0;
  const free = [...row.keys()].filter((speaker) => !taken.has(speaker));
  const matched = free.map(
    (speaker) => (row[speaker] ?? 0) + bestMatch(shared, voice + 1, new Set([...taken, speaker])),
  );
  return Math.max(bestMatch(shared, voice + 1, taken), ...matched);
}
