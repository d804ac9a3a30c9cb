import { parseTimeRange } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { selectKeyNames } from '../../tenancy/api-keys/index.ts';
import { centsOf } from '../pricing/index.ts';
import { selectUsage, type UsageGroup, type UsageRow } from './queries.ts';

type UsageLine = {
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
  usage: (UsageLine & { name?: string | null })[];
};

export async function reportUsage(
  deps: { db: Db; clock: Clock },
  accountId: string,
  query: { from?: string; to?: string; group_by?: UsageGroup },
): Promise<UsageReport> {
  const { from, to } = parseTimeRange(query, deps.clock.now());
  const groupBy = query.group_by ?? 'day';
  const rows = await selectUsage(deps.db, accountId, { from, to, groupBy });
  const groups = Map.groupBy(rows, (row) => row.group);
  const { group: _, ...total } = sumOf('', rows);
  const usage = [...groups].map(([group, members]) => sumOf(group, members));
  const report = { from: from.toISOString(), to: to.toISOString(), group_by: groupBy, total };
  if (groupBy !== 'key') return { ...report, usage };
  const names = await selectKeyNames(deps.db, accountId);
  return { ...report, usage: usage.map((line) => ({ ...line, name: names.get(line.group) ?? null })) };
}

function sumOf(group: string, rows: UsageRow[]): UsageLine {
  const units: Record<string, number> = {};
  let credits = 0;
  let charges = 0;
  let micros = 0;
  for (const row of rows) {
    units[row.unit] = (units[row.unit] ?? 0) + row.quantity;
    credits += row.credits;
    charges += row.charges;
    micros += row.micros;
  }
  return { group, credits, charges, prepaid_cents: centsOf(micros), units };
}
