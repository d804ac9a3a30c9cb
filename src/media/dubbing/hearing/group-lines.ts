import { clustersOf, likeness } from '../../../../engines/diarization/index.ts';
import type { Span } from './draft-line.ts';
import type { Label } from './label-lines.ts';
import { type Prints, printOfSpans } from './measure-voices.ts';

/** A shorter line says too little about its voice. */
const LEAST_SECONDS = 0.6;
/** The time to find groups grows with the cube of the lines. The longest are enough. */
const MOST_GROUPED = 300;
/** How much more a line is like its own group than like the next. */
const SURE_MARGIN = 0.1;

/** Tells lines apart by voice, for a script with times that does not name the speakers. */
export async function groupLines(
  voiceMaker: Prints,
  { samples, lines, count }: { samples: Float32Array; lines: readonly Span[]; count: number },
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<Label[]> {
  const prints: (Float32Array | null)[] = [];
  for (const [i, line] of lines.entries()) {
    const request = { samples, spans: [line], leastSeconds: LEAST_SECONDS };
    prints.push(await printOfSpans(voiceMaker, request, signal));
    onProgress((i + 1) / lines.length);
  }
  const centres = centresOf(lines, prints, count);
  const labels = prints.map((print) => (print && centres.length > 0 ? nearestCentre(print, centres) : null));
  return labels.map((label, i) => label ?? { ...neighbourOf(lines, labels, i), unsure: count > 1 });
}

function centresOf(
  lines: readonly Span[],
  prints: readonly (Float32Array | null)[],
  count: number,
): Float32Array[] {
  const longest = lines
    .flatMap(({ start, end }, i) => (prints[i] ? [{ seconds: end - start, print: prints[i] }] : []))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, MOST_GROUPED)
    .map(({ print }) => print);
  const groups = clustersOf(longest, { alikeEnough: Number.POSITIVE_INFINITY, most: count });
  return groups.map((group) => meanOf(group.map((i) => longest[i] as Float32Array)));
}

function meanOf(prints: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(prints[0]?.length ?? 0).map((_, i) =>
    prints.reduce((total, print) => total + (print[i] as number), 0),
  );
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

function nearestCentre(print: Float32Array, centres: readonly Float32Array[]): Label {
  const scores = centres.map((centre, i) => ({ i, score: likeness(print, centre) }));
  const [best, next] = scores.toSorted((a, b) => b.score - a.score);
  const margin = (best?.score ?? 0) - (next?.score ?? -1);
  return { speaker: `voice ${best?.i ?? 0}`, unsure: margin < SURE_MARGIN };
}

/** The label of the line with a print that is nearest in time. */
function neighbourOf(lines: readonly Span[], labels: readonly (Label | null)[], at: number): Label {
  const away = (i: number): number => Math.abs((lines[i]?.start ?? 0) - (lines[at]?.start ?? 0));
  let nearest = -1;
  for (const [i, label] of labels.entries())
    if (label && (nearest < 0 || away(i) < away(nearest))) nearest = i;
  return labels[nearest] ?? { speaker: 'voice 0', unsure: true };
}
