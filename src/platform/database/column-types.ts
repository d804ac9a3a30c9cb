import pg from 'pg';

type Parse = (text: string) => unknown;

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

/** Counts and micros stay far below 2^53. A value that does not must fail, not lose its last digits. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`);
  return value;
}

function parseInt8Array(text: string): (number | null)[] {
  return text
    .slice(1, -1)
    .split(',')
    .filter((item) => item !== '')
    .map((item) => (item === 'NULL' ? null : parseInt8(item)));
}

const OWN_PARSERS = new Map<number, Parse>([
  [INT8, parseInt8],
  [INT8_ARRAY, parseInt8Array],
  // A calendar day has no time zone, so it must not become a Date.
  [DATE, (text) => text],
]);

/** One table for both databases, so that a row has the same JavaScript types on either. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    const own = format === 'binary' ? undefined : OWN_PARSERS.get(oid);
    return own ?? (pg.types.getTypeParser(oid, format as 'text') as Parse);
  },
} as pg.CustomTypesConfig;
