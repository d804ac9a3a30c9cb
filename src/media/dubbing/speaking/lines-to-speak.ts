import { GAP } from '../line-room.ts';
import type { DubScript } from '../project.ts';
import { spokenBy } from './speak-text.ts';
import { isSpeakable } from './speakable.ts';
import { speechKeys } from './speech-key.ts';
import type { LineToSpeak } from './take-line.ts';

/** Lists the lines that have words, in the order of their starts. */
export function linesToSpeak({ lines, speakers }: DubScript, target: string): LineToSpeak[] {
  const voices = new Map(speakers.map(({ id, voice }) => [id, voice && spokenBy(voice, target)]));
  const keyFor = speechKeys(speakers, target);
  const inOrder = lines.toSorted((a, b) => a.start - b.start);
  return inOrder.flatMap((line, i) => {
    if (!isSpeakable(line.translation, target)) return [];
    const by = voices.get(line.speaker_id);
    const key = keyFor(line);
    if (!by || key === null) throw new Error(`the speaker of line ${line.id} has no voice`);
    const next = inOrder[i + 1];
    const end = next ? Math.min(line.end, next.start - GAP) : line.end;
    return { line, text: line.translation, by, key, slot: Math.max(GAP, end - line.start) };
  });
}
