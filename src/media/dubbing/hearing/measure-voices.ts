import { joinSamples } from '../../../../engines/dsp/index.ts';
import type { VoiceMaker } from '../../../library/voices/index.ts';
import type { Span } from './draft-line.ts';

export const SAMPLE_RATE = 16_000;
export type Prints = Pick<VoiceMaker, 'printOf'>;

/** Enough for a print, and little to compute. */
const MOST_SECONDS = 30;
const FRAME = SAMPLE_RATE / 100;
/** Root mean square. Nothing that is fainter is a voice. */
const AUDIBLE = 1e-3;

/** The print of these parts of a film, the longest first. Null if there is less sound than `leastSeconds`. */
export async function printOfSpans(
  voiceMaker: Prints,
  { samples, spans, leastSeconds }: { samples: Float32Array; spans: readonly Span[]; leastSeconds: number },
  signal: AbortSignal,
): Promise<Float32Array | null> {
  const parts: Float32Array[] = [];
  let left = MOST_SECONDS * SAMPLE_RATE;
  for (const { start, end } of spans.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    const from = Math.round(start * SAMPLE_RATE);
    const part = samples.subarray(from, Math.min(Math.round(end * SAMPLE_RATE), from + left));
    parts.push(part);
    left -= part.length;
    if (left <= 0) break;
  }
  const joined = joinSamples(parts);
  if (audibleSeconds(joined) < leastSeconds) return null;
  return voiceMaker.printOf({ samples: joined, sampleRate: SAMPLE_RATE }, signal);
}

function audibleSeconds(samples: Float32Array): number {
  let frames = 0;
  for (let from = 0; from + FRAME <= samples.length; from += FRAME) {
    let energy = 0;
    for (let i = from; i < from + FRAME; i += 1) energy += (samples[i] as number) ** 2;
    if (energy / FRAME > AUDIBLE ** 2) frames += 1;
  }
  return (frames * FRAME) / SAMPLE_RATE;
}
