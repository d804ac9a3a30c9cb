import type { Level } from './check.ts';
import type { Examined } from './examine.ts';

const LEVELS: readonly Level[] = ['good', 'warning', 'fault'];
const COLOURS: Record<Level, string> = { good: '\u001b[32m', warning: '\u001b[33m', fault: '\u001b[31m' };
const PLAIN = '\u001b[0m';
const LEVEL_COLUMN = 9;
const LEAST_TEXT_COLUMNS = 30;
const ARROW = '→ ';

export type Look = { columns: number; colour: boolean };

/** 1 if there is a fault. Warnings are for people. */
export function statusOf(examined: readonly Examined[]): number {
  return examined.some(({ level }) => level === 'fault') ? 1 : 0;
}

export function toText(examined: readonly Examined[], { columns, colour }: Look): string {
  const idColumn = Math.max(...examined.map(({ id }) => id.length), 0) + 2;
  const indent = LEVEL_COLUMN + idColumn;
  const width = Math.max(columns - indent, LEAST_TEXT_COLUMNS);
  const lines = examined.flatMap(({ id, findings }) =>
    findings.flatMap(({ level, seen, remedy }) => {
      const said = wrap(seen, width);
      const advice = remedy === null ? [] : wrap(ARROW + remedy, width, ' '.repeat(ARROW.length));
      const head = `${paint(level, colour)}${' '.repeat(LEVEL_COLUMN - level.length)}${id.padEnd(idColumn)}`;
      return [...said, ...advice].map((line, i) => (i === 0 ? head : ' '.repeat(indent)) + line);
    }),
  );
  return `${[...lines, '', summaryOf(examined)].join('\n')}\n`;
}

export function toJson(examined: readonly Examined[], version: string): string {
  const counts = Object.fromEntries(LEVELS.map((level) => [level, countOf(examined, level)]));
  return `${JSON.stringify({ version, status: statusOf(examined), counts, checks: examined }, null, 2)}\n`;
}

function summaryOf(examined: readonly Examined[]): string {
  const counted = (level: Level, one: string, more: string): string => {
    const count = countOf(examined, level);
    return `${count} ${count === 1 ? one : more}`;
  };
  const checks = `${examined.length} ${examined.length === 1 ? 'check' : 'checks'}`;
  const warnings = counted('warning', 'with a warning', 'with warnings');
  return `${checks}: ${counted('good', 'good', 'good')}, ${warnings}, ${counted('fault', 'with a fault', 'with faults')}.`;
}

function countOf(examined: readonly Examined[], level: Level): number {
  return examined.filter((one) => one.level === level).length;
}

function paint(level: Level, colour: boolean): string {
  return colour ? `${COLOURS[level]}${level}${PLAIN}` : level;
}

/** Words that are longer than a line stay whole, so that a command can be copied. */
function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line];
}

/** A message of somebody else's program must not move the cursor. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
