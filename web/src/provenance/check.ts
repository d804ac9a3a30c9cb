import type { Output } from '@vox-humana/client';

export type Check = Output<'POST /api/v1/provenance/check'>;
export type MarkWindow = Check['watermark']['windows'][number];

/** What the whole check comes to, the strongest first. */
export type Verdict = 'ours' | 'partly' | 'marked' | 'declared' | 'broken' | 'signed' | 'nothing';

/** From here on the mark counts as found in a window. */
export const FOUND = 0.5;

/** Of what can be heard: a pause or a cough of somebody else changes nothing. */
const NEARLY_ALL = 0.9;

/** Names of IPTC for what a machine made, whole or in part. */
const MADE_BY_MACHINE = /(trainedAlgorithmicMedia|compositeSynthetic|algorithmicMedia)$/i;

export function verdictOf({ watermark, manifest }: Pick<Check, 'watermark' | 'manifest'>): Verdict {
  const isWhole = manifest.state === 'valid' || watermark.share >= NEARLY_ALL;
  if (watermark.installation === 'this') return isWhole ? 'ours' : 'partly';
  if (watermark.found) return 'marked';
  if (manifest.state === 'invalid') return 'broken';
  if (manifest.state === 'absent') return 'nothing';
  const declares = manifest.actions.some(({ digital_source_type: type }) => MADE_BY_MACHINE.test(type ?? ''));
  return declares ? 'declared' : 'signed';
}

/** A probability in percent. It is evidence, so it is never shown as certain. */
export function likely(probability: number, percent: (share: number) => string): string {
  if (probability > 0.99) return `>\u00a0${percent(0.99)}`;
  return probability < 0.01 ? `<\u00a0${percent(0.01)}` : percent(probability);
}

/** Where windows in which the mark is found follow or overlap each other. */
export type FoundRange = { start: number; end: number; most: number };

export function foundRanges(windows: readonly MarkWindow[]): FoundRange[] {
  const ranges: FoundRange[] = [];
  for (const { start, end, probability } of windows) {
    if (probability < FOUND) continue;
    const last = ranges.at(-1);
    if (last && start <= last.end) {
      last.end = end;
      last.most = Math.max(last.most, probability);
    } else ranges.push({ start, end, most: probability });
  }
  return ranges;
}

/**
 * The probability of each of `count` columns: that of the windows whose middle is nearest, and of several the highest, so
 * that no finding is lost in a long film.
 */
export function columnsOf(windows: readonly MarkWindow[], duration: number, count: number): number[] {
  const middles = windows.map(({ start, end }) => (start + end) / 2);
  let next = 0;
  return Array.from({ length: count }, (_, column) => {
    const until = ((column + 1) * duration) / count;
    let most: number | null = null;
    while ((middles[next] ?? Infinity) < until) {
      most = Math.max(most ?? 0, windows[next]?.probability ?? 0);
      next += 1;
    }
    return most ?? probabilityAt(windows, (until + (column * duration) / count) / 2);
  });
}

/** Of the window whose middle is nearest. */
export function probabilityAt(windows: readonly MarkWindow[], seconds: number): number {
  const distance = ({ start, end }: MarkWindow) => Math.abs((start + end) / 2 - seconds);
  // Their middles are in order, so the distances fall and then rise.
  let low = 0;
  let high = windows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [here, there] = [windows[middle], windows[middle + 1]];
    if (here && there && distance(there) <= distance(here)) low = middle + 1;
    else high = middle;
  }
  return windows[low]?.probability ?? 0;
}

/** A stranger chose the id: `constructor` is no name of ours. */
export const nameIn = (names: Record<string, string>, id: string): string =>
  Object.hasOwn(names, id) ? (names[id] ?? id) : id;

/** A film is read whole to be decoded. */
const MAX_BYTES = 32 * 1024 ** 2;
/** Decoded, a second of two channels has 192 kB, however few it has in the file: hours would take the memory of the tab. */
const MAX_SECONDS = 20 * 60;

export function mayDecode(bytes: number, seconds: number): boolean {
  return bytes <= MAX_BYTES && seconds <= MAX_SECONDS;
}
