export const GROUPINGS = ['day', 'unit', 'key', 'voice'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export function groupingOf(name: string): Grouping {
  return GROUPINGS.find((grouping) => grouping === name) ?? 'day';
}

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 400;

/** The last 30 days, today included. Days are UTC, as in the report. */
export function defaultRange(): { from: string; to: string } {
  const now = Date.now();
  return { from: dayOf(now - 29 * DAY_MS), to: dayOf(now) };
}

/** The report ends before its `to`, the page after it. */
export function dayAfter(day: string): string {
  return dayOf(Date.parse(day) + DAY_MS);
}

/** Days without usage are bars too, so that the axis is even. `to` is where the report ends: no day of it. */
export function everyDay<Line extends { group: string; credits: number }>(
  from: string,
  to: string,
  lines: Line[],
): { group: string; credits: number }[] {
  const known = new Map(lines.map((line) => [line.group, line.credits]));
  const days = Math.min(LONGEST_DAYS, Math.max(1, (Date.parse(to) - Date.parse(from)) / DAY_MS));
  return Array.from({ length: days }, (_, index) => {
    const group = dayOf(Date.parse(from) + index * DAY_MS);
    return { group, credits: known.get(group) ?? 0 };
  });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
