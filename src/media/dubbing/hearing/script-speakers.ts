import type { ScriptLine } from '../script.ts';
import type { Label } from './label-lines.ts';

export const MOST_SPEAKERS = 20;

/** One name is one speaker, however it is written. */
function speakerKey(name: string): string {
  return `name ${name.normalize('NFC').trim().toLowerCase()}`;
}

export function isNamed(lines: readonly ScriptLine[]): boolean {
  return lines.some(({ speaker }) => speaker !== null);
}

export function countNames(lines: readonly ScriptLine[]): number {
  return new Set(lines.flatMap(({ speaker }) => (speaker === null ? [] : [speakerKey(speaker)]))).size;
}

/** Labels lines by the names of the script. A line without one goes on with the speaker before it, which is a guess. */
export function labelByNames(lines: readonly ScriptLine[]): (Label & { name: string | null })[] {
  let name = lines.find(({ speaker }) => speaker !== null)?.speaker ?? null;
  return lines.map((line) => {
    name = line.speaker ?? name;
    return { speaker: name === null ? '' : speakerKey(name), name, unsure: line.speaker === null };
  });
}
