/** A person types no faster. Sound takes its own time, but a written turn starts the responder at once. */
const BURST = 10;
const EACH_MS = 1_000;

/** Returns how long to wait before the next turn. */
export function createPace(nowMs: () => number): () => number {
  let freeAt = nowMs() - BURST * EACH_MS;
  return () => {
    const now = nowMs();
    freeAt = Math.max(freeAt, now - BURST * EACH_MS) + EACH_MS;
    return Math.max(0, freeAt - now);
  };
}
