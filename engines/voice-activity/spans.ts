export const STEP_SECONDS = 512 / 16_000;
const BEGINS = 0.5;
const ENDS = 0.35;
/** Shorter pauses are part of the surrounding speech. */
const SHORTEST_PAUSE_SECONDS = 0.25;
/** Margin around a span: soft consonants at its edges score low. */
const MARGIN_SECONDS = 0.2;
/** Longer pauses are skipped: they cost a recogniser time, and it hallucinates words in them. */
const LONGEST_GAP_SECONDS = 4;

/** Seconds. */
export type Span = { start: number; end: number };

/** Detected speech, without margins. */
export function speechSpans(probabilities: Float32Array): Span[] {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const [i, probability] of probabilities.entries()) {
    const at = i * STEP_SECONDS;
    if (!open && probability >= BEGINS) open = { start: at, end: at };
    if (!open) continue;
    if (probability >= ENDS) open.end = at + STEP_SECONDS;
    else if (at - open.end >= SHORTEST_PAUSE_SECONDS) {
      spans.push(open);
      open = null;
    }
  }
  if (open) spans.push(open);
  return spans;
}

/** Windows that fit a recogniser: cut in pauses, or at the softest moment if there is none. */
export function planWindows(
  spans: readonly Span[],
  probabilities: Float32Array,
  { maxSeconds, seconds }: { maxSeconds: number; seconds: number },
): Span[] {
  const windows: Span[] = [];
  for (const span of spans.flatMap((one) =>
    shortEnough(one, probabilities, maxSeconds - 2 * MARGIN_SECONDS),
  )) {
    const last = windows.at(-1);
    const fits = last && span.end + MARGIN_SECONDS - last.start <= maxSeconds;
    if (last && fits && span.start - last.end < LONGEST_GAP_SECONDS) last.end = span.end + MARGIN_SECONDS;
    else windows.push({ start: Math.max(0, span.start - MARGIN_SECONDS), end: span.end + MARGIN_SECONDS });
  }
  return windows.map((window, i) => {
    // Windows never overlap, or words would appear twice.
    const next = windows[i + 1]?.start ?? seconds;
    const before = windows[i - 1]?.end ?? 0;
    const start = before > window.start ? (before + window.start) / 2 : window.start;
    const end = window.end > next ? (window.end + next) / 2 : window.end;
    return { start, end: Math.min(end, seconds) };
  });
}

function shortEnough(span: Span, probabilities: Float32Array, maxSeconds: number): Span[] {
  if (span.end - span.start <= maxSeconds) return [span];
  const latest = span.start + maxSeconds;
  const cut = softestMoment(probabilities, { start: latest - maxSeconds * 0.5, end: latest });
  const rest = { start: cut, end: span.end };
  return [{ start: span.start, end: cut }, ...shortEnough(rest, probabilities, maxSeconds)];
}

/** The latest moment at which speech is least likely. */
export function softestMoment(probabilities: Float32Array, { start, end }: Span): number {
  const first = Math.round(start / STEP_SECONDS);
  const last = Math.floor(end / STEP_SECONDS);
  let softest = last;
  for (let i = last; i >= first; i -= 1)
    if ((probabilities[i] ?? 0) < (probabilities[softest] ?? 0)) softest = i;
  return (softest + 0.5) * STEP_SECONDS;
}

/** Parts of the spans within the given one. */
export function spansWithin(spans: readonly Span[], { start, end }: Span): Span[] {
  return spans
    .filter((span) => span.end > start && span.start < end)
    .map((span) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }));
}

export function totalSeconds(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
