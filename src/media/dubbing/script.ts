import { domainError } from '../../platform/errors.ts';

export const ScriptUnreadable = domainError(
  'invalid',
  'script_unreadable',
  (reason: string) => `The script cannot be read as plain text, SRT or VTT. ${reason}`,
);

/** A line of a script. Plain text has no times. */
export type ScriptLine = {
  text: string;
  /** The name as the script writes it. */
  speaker: string | null;
  /** Times are in seconds. */
  time: { start: number; end: number } | null;
};

export const SCRIPT_LIMITS = { characters: 200_000, lines: 5_000, lineCharacters: 1_000 };

const ARROW = '-->';
/** Hours are optional; SRT writes a comma, VTT a point. */
const TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{3})$/u;
/** `<v Anna>` names the speaker; other tags are markup. Bounded, because an opened tag may never be closed. */
const VOICE = /<v(?:\.[^\s>]{0,50})?\s+([^<>\s][^<>\n]{0,49})>/u;
const TAG = /<\/?[a-z0-9:.][^<>\n]{0,50}>/giu;
const ASS_TAG = /\{\\[^{}\n]{0,50}\}/gu;
/**
 * Screenplays name a speaker like this: "ANNA: Hello." Lower case is left alone, because "Note: this" is no speaker.
 */
const NAME = /^([\p{Lu}\p{N}][\p{Lu}\p{M}\p{N} .'’-]{0,39}):\s+(?=\S)/u;
/** A line such as "♪", "…" or "-" has no letter or figure and cannot be spoken. */
const SPEAKABLE = /[\p{L}\p{N}]/u;
/** Blocks of a VTT file that are not spoken. */
const NOT_SPOKEN = /^(?:NOTE|STYLE|REGION)(?:\s|$)/u;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/** SRT, VTT or plain text with one line per paragraph or row. */
export function parseScript(given: string): ScriptLine[] {
  if (given.length > SCRIPT_LIMITS.characters)
    throw new ScriptUnreadable(`It has more than ${SCRIPT_LIMITS.characters} characters.`);
  const text = given.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n');
  const lines = text.includes(ARROW) ? parseCues(text) : parsePlain(text);
  if (lines.length === 0) throw new ScriptUnreadable('It has no lines to speak.');
  if (lines.length > SCRIPT_LIMITS.lines)
    throw new ScriptUnreadable(`It has more than ${SCRIPT_LIMITS.lines} lines.`);
  for (const [i, line] of lines.entries())
    if (line.text.length > SCRIPT_LIMITS.lineCharacters)
      throw new ScriptUnreadable(
        `Line ${i + 1} has more than ${SCRIPT_LIMITS.lineCharacters} characters. Split it.`,
      );
  return lines;
}

function parsePlain(text: string): ScriptLine[] {
  const lines: ScriptLine[] = [];
  for (const row of text.split('\n')) {
    const line = spokenLine(row, null);
    if (line) lines.push(line);
    // The rest of a script that is refused anyway would take long.
    if (lines.length > SCRIPT_LIMITS.lines) break;
  }
  return lines;
}

function parseCues(text: string): ScriptLine[] {
  const lines: ScriptLine[] = [];
  let earliest = 0;
  for (const block of text.split(/\n[ \t]*\n/u)) {
    const rows = block.split('\n').filter((row) => row.trim() !== '');
    const at = rows.findIndex((row) => row.includes(ARROW));
    // A header, a comment, or an index without a cue.
    if (at < 0 || NOT_SPOKEN.test(rows[0] ?? '')) continue;
    const time = parseTimes(rows[at] ?? '');
    if (time.start < earliest)
      throw new ScriptUnreadable(`The cue at ${rows[at]?.trim()} begins before the one above it.`);
    earliest = time.start;
    const line = spokenLine(rows.slice(at + 1).join(' '), time);
    if (line) lines.push(line);
  }
  return lines;
}

function parseTimes(row: string): { start: number; end: number } {
  const [from = '', rest = ''] = row.split(ARROW);
  // VTT puts settings behind the second time.
  const [to = ''] = rest.trim().split(/\s+/u);
  const start = secondsOf(from.trim());
  const end = secondsOf(to);
  if (start === null || end === null)
    throw new ScriptUnreadable(
      `"${row.trim().slice(0, 60)}" is not a time range like 00:00:01,000 --> 00:00:02,500.`,
    );
  if (end <= start)
    throw new ScriptUnreadable(`The cue at ${row.trim().slice(0, 60)} ends before it begins.`);
  return { start, end };
}

function secondsOf(text: string): number | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', milliseconds = '0'] = match;
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1_000;
}

function spokenLine(row: string, time: ScriptLine['time']): ScriptLine | null {
  if (!SPEAKABLE.test(row)) return null;
  const voice = VOICE.exec(row)?.[1]?.trim() ?? null;
  const bare = row
    .replace(TAG, '')
    .replace(ASS_TAG, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/gu, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/gu, ' ')
    .trim();
  const name = NAME.exec(bare);
  const text = name ? bare.slice(name[0].length) : bare;
  if (!SPEAKABLE.test(text)) return null;
  return { text, speaker: voice ?? name?.[1]?.trim() ?? null, time };
}
