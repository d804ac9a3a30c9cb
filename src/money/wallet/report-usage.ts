import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { centsOf } from '../pricing/index.ts';
import { selectUsage, type UsageGroup, type UsageRow } from './queries.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

export type UsageLine = {
  group: string;
  credits: number;
  charges: number;
  prepaid_cents: number;
  units: Record<string, number>;
};

export type UsageReport = {
  from: string;
  to: string;
  group_by: UsageGroup;
  total: Omit<UsageLine, 'group'>;
  usage: UsageLine[];
};

export async function reportUsage(
  deps: { db: Db; clock: Clock },
  accountId: string,
  query: { from?: string; to?: string; group_by?: UsageGroup },
): Promise<UsageReport> {
  const now = deps.clock.now();
  const to = parseTime('to', query.to, now);
  const from = parseTime('from', query.from, new Date(to.getTime() - DEFAULT_DAYS * DAY_MS));
  if (from >= to) throw new InvalidRange('from must be before to.');
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new InvalidRange(`from and to may be at most ${MAX_DAYS} days apart.`);
  }
  const groupBy = query.group_by ?? 'day';
  const rows = await selectUsage(deps.db, accountId, { from, to, groupBy });
  const groups = Map.groupBy(rows, (row) => row.group);
  const { group: _, ...total } = sumOf('', rows);
  const usage = [...groups].map(([group, members]) => sumOf(group, members));
  return { from: from.toISOString(), to: to.toISOString(), group_by: groupBy, total, usage };
}

function sumOf(group: string, rows: UsageRow[]): UsageLine {
  const units: Record<string, number> = {};
  let [credits, charges, micros] = [0, 0, 0];
  for (const row of rows) {
    units[row.unit] = (units[row.unit] ?? 0) + row.quantity;
    credits += row.credits;
    charges += row.charges;
    micros += row.micros;
  }
  return { group, credits, charges, prepaid_cents: centsOf(micros), units };
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

class InvalidRange extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'invalid_range', public: message });
  }
}
