import type { viewOf } from './describe-entry.ts';

const COLUMNS = [
  'at',
  'kind',
  'reason',
  'balance',
  'unit',
  'change',
  'balance_after',
  'charge_id',
  'request_id',
] as const;

export const CSV_HEADER = `${COLUMNS.join(',')}\r\n`;

/** Quotes and ends lines as RFC 4180 has it. */
export function csvLine(entry: ReturnType<typeof viewOf>): string {
  return `${COLUMNS.map((column) => cell(entry[column])).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (typeof value === 'number')
    return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 6 });
  const text = value ?? '';
  // Spreadsheets would run it as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
