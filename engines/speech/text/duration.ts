const MAX_PAUSE_MS = 10_000;

/** "0.8s" or "800ms". Null when it is not a duration, or longer than ten seconds. */
export function pauseMsFrom(written: string): number | null {
  const match = /^\s*(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})\s*(ms|s)\s*$/iu.exec(written);
  if (!match) return null;
  const ms = Math.round(Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1));
  return ms <= MAX_PAUSE_MS ? ms : null;
}
