import { type Line, wordsOf } from './lines.ts';

/** Two lines of 42 characters, as broadcasters have it. */
const LINE_CHARACTERS = 42;
const CUE_CHARACTERS = 2 * LINE_CHARACTERS;
const CUE_SECONDS = 7;

export type Cue = { start: number; end: number; text: string };

/** No cue mixes speakers. The first one of each turn names its speaker. */
export function cuesOf(lines: Line[], nameOf: (speaker: string) => string): Cue[] {
  return lines.flatMap((line, index) => {
    const isTurn = line.speaker && line.speaker !== lines[index - 1]?.speaker;
    return cuesOfLine(line, isTurn ? `${nameOf(line.speaker as string)}: ` : '');
  });
}

function cuesOfLine(line: Line, prefix: string): Cue[] {
  const words = wordsOf(line);
  if (words.length === 0) return line.text ? [{ start: line.start, end: line.end, text: line.text }] : [];
  const groups: (typeof words)[] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const first = group?.[0];
    const room = CUE_CHARACTERS - (groups.length === 1 ? prefix.length : 0);
    if (group && first && word.to - first.from <= room && word.end - first.start <= CUE_SECONDS)
      group.push(word);
    else groups.push([word]);
  }
  return groups.map((group, index) => {
    // Signs between words go with the word before them.
    const from = index === 0 ? 0 : (group[0]?.from ?? 0);
    const text = line.text.slice(from, groups[index + 1]?.[0]?.from).trim();
    return {
      start: group[0]?.start ?? line.start,
      end: group.at(-1)?.end ?? line.end,
      text: wrapped(index === 0 ? prefix + text : text),
    };
  });
}

/** Broken where both lines are nearest in length. */
function wrapped(text: string): string {
  if (text.length <= LINE_CHARACTERS) return text;
  const spaces = [...text.matchAll(/\s/g)].map(({ index }) => index);
  const middle = text.length / 2;
  const [best] = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return best === undefined ? text : `${text.slice(0, best)}\n${text.slice(best + 1)}`;
}

export function srtOf(cues: Cue[]): string {
  return cues
    .map(
      ({ start, end, text }, index) => `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n`,
    )
    .join('\n');
}

export function vttOf(cues: Cue[]): string {
  // These begin tags and references in VTT.
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const blocks = cues.map(
    ({ start, end, text }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

function clock(seconds: number, point: string): string {
  const ms = Math.max(0, Math.round(seconds * 1_000));
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}${point}${String(ms % 1_000).padStart(3, '0')}`;
}
