import { internalError } from '../platform/errors.ts';

const DEFAULT_DAYS = 7;
const MAX_DAYS = 3_650;

const WrongSince = internalError('invalid', 'wrong_since', (text: string) => {
  const message = `--since ${text} is neither a number of days (30d) nor a date (2026-11-01).`;
  return `${message}\nUsage: ./run verify-ledger [--since 7d]`;
});

/** Returns the time from which payments are compared with the providers. */
export function parseSince(text: string | undefined, now: Date): Date {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  if (text === undefined) return daysAgo(DEFAULT_DAYS);
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined && Number(days) <= MAX_DAYS) return daysAgo(Number(days));
  const date = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? new Date(text) : null;
  if (!date || Number.isNaN(date.getTime()) || date > now || date < daysAgo(MAX_DAYS))
    throw new WrongSince(text);
  return date;
}
