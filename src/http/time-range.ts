import { Type } from '@sinclair/typebox';
import { domainError } from '../platform/errors.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

export const TimeRangeQuery = Type.Object({
  from: Type.Optional(Type.String({ description: 'Date or time, inclusive. Default: 30 days before `to`.' })),
  to: Type.Optional(Type.String({ description: 'Date or time, exclusive. Default: now.' })),
});

export type TimeRange = { from: Date; to: Date };

export function parseTimeRange(query: { from?: string; to?: string }, now: Date): TimeRange {
  const to = parseTime('to', query.to, now);
  const from = parseTime('from', query.from, new Date(to.getTime() - DEFAULT_DAYS * DAY_MS));
  if (from >= to) throw new InvalidRange('from must be before to.');
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new InvalidRange(`from and to may be at most ${MAX_DAYS} days apart.`);
  }
  return { from, to };
}

/** A bare date is the start of that day in UTC. */
function parseTime(name: string, text: string | undefined, fallback: Date): Date {
  if (text === undefined) return fallback;
  const time = /^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? new Date(text)
    : new Date(Number.NaN);
  // PostgreSQL's and JavaScript's last days differ; no report needs either.
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 2000 || time.getUTCFullYear() > 9000) {
    throw new InvalidRange(`${name} must be a date (2026-01-31) or a time (2026-01-31T12:00:00Z).`);
  }
  return time;
}

const InvalidRange = domainError('invalid', 'invalid_range', (message: string) => message);
