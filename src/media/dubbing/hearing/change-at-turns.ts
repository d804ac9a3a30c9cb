import type { SpeakerTurn } from '../../../../engines/transcription/index.ts';
import { LEAST_SECONDS } from './draft-line.ts';
import type { HeardLine } from './lines-of-words.ts';

/** The times of words are off by a syllable or two, those of voices by much less. */
const NEAR_SECONDS = 1.2;

/** Where the speaker changes, a line ends and the next begins with the voice, if that is near. */
export function changeAtTurns(lines: readonly HeardLine[], turns: readonly SpeakerTurn[]): HeardLine[] {
  const moved = lines.map((line) => ({ ...line }));
  for (const [i, next] of moved.entries()) {
    const line = moved[i - 1];
    if (!line || line.speaker === next.speaker) continue;
    const change = nearestChange(turns, line, next);
    if (!change) continue;
    const isLongEnough = change.end - line.start >= LEAST_SECONDS && next.end - change.start >= LEAST_SECONDS;
    if (isLongEnough) [line.end, next.start] = [change.end, change.start];
  }
  return moved;
}

/** The end of one voice and the start of the other. */
function nearestChange(
  turns: readonly SpeakerTurn[],
  line: HeardLine,
  next: HeardLine,
): { end: number; start: number } | null {
  let nearest: { end: number; start: number } | null = null;
  let distance = NEAR_SECONDS;
  for (const [k, { speaker, start }] of turns.entries()) {
    const before = turns[k - 1];
    if (!before || before.speaker !== line.speaker || speaker !== next.speaker) continue;
    const away = Math.abs(start - next.start);
    if (away < distance) [nearest, distance] = [{ end: before.end, start }, away];
  }
  return nearest;
}
