const DAY_MS = 86_400_000;
/** Later than any sale. */
const NEVER = '9999-12-31';

/** Sales of this day (UTC) or later cannot be paid out yet. Days are whole, so a sale waits for at least `holdDays`. */
export function firstPendingDay(now: Date, holdDays: number): string {
  return holdDays === 0 ? NEVER : dayOf(now.getTime() - holdDays * DAY_MS);
}

/** When the sales of a day can be paid out. */
export function availableOn(day: string, holdDays: number): Date {
  const start = Date.parse(`${day}T00:00:00Z`);
  return new Date(start + (holdDays === 0 ? 0 : holdDays + 1) * DAY_MS);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
