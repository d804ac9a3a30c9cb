/** Pieces of evidence in a second. */
const EVIDENCE_PER_SECOND = 62.5;
/** Evidence is summed over a window and divided by this; the result is a logarithm of odds. */
const EVIDENCE_SCALE = 8;
/** Fixed before the networks heard any of the sounds by which they are judged: training/watermark. */
const THRESHOLD = 12;
const WINDOW_SECONDS = 5;
const STEP_SECONDS = 1;
const HALF_SECOND = 0.5;

type MarkWindow = {
  /** Seconds. */
  start: number;
  end: number;
  /** From 0 to 1: over 0.5, the mark is found here. */
  probability: number;
};

export type MarkVerdict = {
  found: boolean;
  /** How much of what can be heard is marked, from 0 to 1, in half seconds. */
  share: number;
  /** That the mark is somewhere in the sound, from 0 to 1. */
  confidence: number;
  /** Of five seconds, one for every second. A shorter sound is one window. */
  windows: MarkWindow[];
};

/** What the two detectors say of each 16 ms. */
export type Evidence = { waves: Float32Array; course: Float32Array };
/** With whether there was anything to hear. */
export type Heard = Evidence & { isAudible: Uint8Array };

/** Whether a window speaks for a mark at all, wherever it begins. */
export function mayBeMarked(evidence: Float32Array): boolean {
  const sums = runningSums(evidence);
  const window = Math.min(evidence.length, frameAt(WINDOW_SECONDS));
  return sums.some((sum, at) => at >= window && sum > (sums[at - window] as number));
}

/**
 * The threshold is the same for a short sound, which therefore has to be marked more plainly. The more windows a sound
 * has, the more likely one of them is over the threshold by chance, so the odds are divided by their number.
 */
export function judge({ waves, course, isAudible }: Heard): MarkVerdict {
  const seconds = waves.length / EVIDENCE_PER_SECOND;
  const sumsOfEach = [waves, course].map(runningSums);
  const sumOf = (sums: Float64Array, start: number, end: number): number =>
    (sums[frameAt(end)] as number) - (sums[frameAt(start)] as number);
  const logitOf = (start: number, end: number): number =>
    Math.min(...sumsOfEach.map((sums) => sumOf(sums, start, end))) / EVIDENCE_SCALE;
  const starts = windowStarts(seconds);
  const spans = starts.map((start) => ({ start, end: Math.min(seconds, start + WINDOW_SECONDS) }));
  const logits = spans.map(({ start, end }) => logitOf(start, end));
  const trials = Math.max(1, seconds / WINDOW_SECONDS);
  const best = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const odds = best - THRESHOLD - Math.log(trials);
  const marked = spans.filter((_, i) => (logits[i] as number) > THRESHOLD);
  const found = odds > 0;
  return {
    found,
    share: found ? shareOf(marked, { seconds, logitOf, isAudible }) : 0,
    confidence: rounded(likelihood(odds)),
    windows: spans.map(({ start, end }, i) => ({
      start: rounded(start),
      end: rounded(end),
      probability: rounded(likelihood((logits[i] as number) - THRESHOLD)),
    })),
  };
}

/** The last window ends with the sound. */
function windowStarts(seconds: number): number[] {
  const last = seconds - WINDOW_SECONDS;
  if (last <= 0) return seconds > 0 ? [0] : [];
  const whole = Array.from({ length: Math.floor(last / STEP_SECONDS) + 1 }, (_, i) => i * STEP_SECONDS);
  return last - (whole.at(-1) ?? 0) > 0.1 ? whole.concat(last) : whole;
}

/** Half seconds that speak for the mark and lie in a window where it is found, of all that can be heard. */
function shareOf(
  marked: readonly { start: number; end: number }[],
  {
    seconds,
    logitOf,
    isAudible,
  }: { seconds: number; logitOf(start: number, end: number): number; isAudible: Uint8Array },
): number {
  let audible = 0;
  let ours = 0;
  let next = 0;
  for (let start = 0; start < seconds; start += HALF_SECOND) {
    const end = Math.min(seconds, start + HALF_SECOND);
    if (!isAudible.subarray(frameAt(start), frameAt(end)).includes(1)) continue;
    audible += 1;
    while ((marked[next]?.end ?? Infinity) < end) next += 1;
    const isInside = (marked[next]?.start ?? Infinity) <= start;
    if (isInside && logitOf(start, end) > 0) ours += 1;
  }
  return audible === 0 ? 0 : rounded(ours / audible);
}

function runningSums(evidence: Float32Array): Float64Array {
  const sums = new Float64Array(evidence.length + 1);
  for (let i = 0; i < evidence.length; i += 1) sums[i + 1] = (sums[i] as number) + (evidence[i] as number);
  return sums;
}

function frameAt(seconds: number): number {
  return Math.round(seconds * EVIDENCE_PER_SECOND);
}

function likelihood(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
