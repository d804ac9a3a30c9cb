import { randomBase62 } from '../../../platform/ids.ts';
import type { DubLine, DubScript } from '../project.ts';
import { SCRIPT_LIMITS } from '../script.ts';
import { InvalidDub, LineNotFound, TooManyLines } from './errors.ts';
import { splitText } from './split-text.ts';

/** A customer may change these fields of a line. */
export type LineChange = {
  source?: string | undefined;
  translation?: string | undefined;
  start?: number | undefined;
  end?: number | undefined;
  speaker_id?: string | undefined;
};

/** The script after an edit, and the lines that it touched. */
export type Edited = { script: DubScript; lines: DubLine[] };

/** A line that is shorter cannot be spoken. */
const SHORTEST_SECONDS = 0.1;

export function findLine({ lines }: DubScript, id: string): DubLine {
  const line = lines.find((one) => one.id === id);
  if (!line) throw new LineNotFound();
  return line;
}

export function addLine(
  script: DubScript,
  {
    start,
    end,
    speaker_id,
    source,
    translation,
  }: LineChange & { start: number; end: number; speaker_id: string },
  seconds: number,
): Edited {
  if (source === undefined && translation === undefined)
    throw new InvalidDub('translation', 'is required without source');
  const line: DubLine = {
    ...newLine(),
    ...checkedTimes(start, end, seconds),
    speaker_id: checkedSpeaker(script, speaker_id),
    source: source ?? null,
    translation: translation ?? null,
  };
  return replaced(script, [], [line]);
}

/** A new source without a translation is translated by the next render. */
export function changeLine(script: DubScript, id: string, change: LineChange, seconds: number): Edited {
  const line = findLine(script, id);
  const { source = line.source, start = line.start, end = line.end, speaker_id: speakerId } = change;
  const isNewSource = source !== line.source && change.translation === undefined;
  const isNewText = isNewSource || change.translation !== undefined;
  const changed: DubLine = {
    ...line,
    ...checkedTimes(start, end, seconds),
    source,
    translation: isNewSource ? null : (change.translation ?? line.translation),
    unknown_words: isNewText ? [] : line.unknown_words,
    ...(speakerId !== undefined && { speaker_id: checkedSpeaker(script, speakerId), speaker_unsure: false }),
  };
  return replaced(script, [line], [changed]);
}

export function deleteLine(script: DubScript, id: string): Edited {
  return replaced(script, [findLine(script, id)], []);
}

/**
 * Splits a line between two words of its translation, or of its source if it has none. The default place is the
 * middle.
 */
export function splitLine(script: DubScript, id: string, at: { at?: number; time?: number }): Edited {
  const line = findLine(script, id);
  const { start, end, source, translation } = line;
  const text = translation ?? source ?? '';
  const asked = at.at === undefined ? timeShare(line, at.time) : at.at / Math.max(1, text.length);
  const halves = splitText(text, asked);
  if (!halves) throw new InvalidDub('at', 'must leave at least one word on each side');
  const share = halves[0].length / (halves[0].length + halves[1].length);
  const middle = at.time ?? start + (end - start) * share;
  if (Math.min(middle - start, end - middle) < SHORTEST_SECONDS)
    throw new InvalidDub('time', `must leave ${SHORTEST_SECONDS} seconds on each side`);
  // A source of one word stays with the first half.
  const said = source === null ? [] : translation === null ? halves : (splitText(source, share) ?? [source]);
  const bare = { ...line, spoken: null, unknown_words: [] };
  const half = (words: string) => (translation === null ? null : words);
  return replaced(
    script,
    [line],
    [
      { ...bare, end: middle, source: said[0] ?? null, translation: half(halves[0]) },
      { ...bare, id: newId(), start: middle, source: said[1] ?? null, translation: half(halves[1]) },
    ],
  );
}

function timeShare({ start, end }: DubLine, time: number | undefined): number {
  return time === undefined ? 0.5 : (time - start) / (end - start);
}

/** Two neighbours of one speaker. The result keeps the id of the first. */
export function mergeLines(script: DubScript, ids: readonly string[]): Edited {
  const [first, second] = ids
    .map((id) => findLine(script, id))
    .sort((a, b) => indexOf(script, a) - indexOf(script, b));
  if (!first || !second || indexOf(script, second) !== indexOf(script, first) + 1)
    throw new InvalidDub('line_ids', 'must be two lines that follow each other');
  if (first.speaker_id !== second.speaker_id)
    throw new InvalidDub('line_ids', 'must be lines of the same speaker');
  const join = (a: string | null, b: string | null) => (a === null || b === null ? null : `${a} ${b}`.trim());
  const merged: DubLine = {
    ...first,
    end: Math.max(first.end, second.end),
    speaker_unsure: first.speaker_unsure || second.speaker_unsure,
    source: join(first.source, second.source),
    translation: join(first.translation, second.translation),
    unknown_words: [...first.unknown_words, ...second.unknown_words],
    spoken: null,
  };
  if (merged.source === null && merged.translation === null)
    throw new InvalidDub('line_ids', 'must both be translated, or both have a source');
  return replaced(script, [first, second], [merged]);
}

function indexOf({ lines }: DubScript, line: DubLine): number {
  return lines.indexOf(line);
}

function newLine() {
  return { id: newId(), speaker_unsure: false, unknown_words: [], spoken: null };
}

function newId(): string {
  return `line_${randomBase62(12)}`;
}

function checkedTimes(start: number, end: number, seconds: number): { start: number; end: number } {
  if (end - start < SHORTEST_SECONDS)
    throw new InvalidDub('end', `must be at least ${SHORTEST_SECONDS} seconds after start`);
  if (end > seconds)
    throw new InvalidDub('end', `must not be after ${seconds.toFixed(2)} seconds, where the film ends`);
  return { start, end };
}

function checkedSpeaker({ speakers }: DubScript, id: string): string {
  if (!speakers.some((speaker) => speaker.id === id))
    throw new InvalidDub('speaker_id', 'must be a speaker of this dub');
  return id;
}

/** Lines stay in the order of their starts, and within the limits of a script. */
function replaced(script: DubScript, old: readonly DubLine[], next: DubLine[]): Edited {
  const lines = [...script.lines.filter((line) => !old.includes(line)), ...next].sort(
    (a, b) => a.start - b.start,
  );
  if (lines.length > SCRIPT_LIMITS.lines)
    throw new TooManyLines('lines', `must be at most ${SCRIPT_LIMITS.lines}`);
  for (const { source, translation } of next)
    if (Math.max(source?.length ?? 0, translation?.length ?? 0) > SCRIPT_LIMITS.lineCharacters)
      throw new InvalidDub(
        'translation',
        `must have at most ${SCRIPT_LIMITS.lineCharacters} characters. Split the line`,
      );
  const characters = lines.reduce(
    (sum, { source, translation }) => sum + (translation ?? source ?? '').length,
    0,
  );
  if (characters > SCRIPT_LIMITS.characters)
    throw new TooManyLines('lines', `must have at most ${SCRIPT_LIMITS.characters} characters together`);
  return { script: { ...script, lines }, lines: next };
}
