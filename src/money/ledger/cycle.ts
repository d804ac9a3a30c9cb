export type Cycle = { startsAt: Date; endsAt: Date };

/** The anchor moved by whole months, in UTC; a day that the month lacks becomes its last day. */
export function anchorPlusMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  // The day is the first while the month is set, so that the 31st cannot spill into the next month.
  moved.setUTCDate(1);
  moved.setUTCMonth(anchor.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth));
  return moved;
}

/** The cycle that contains `now`. Counted from the anchor each time, so that the 31st survives February. */
export function cycleAt(anchor: Date, now: Date): Cycle {
  const years = now.getUTCFullYear() - anchor.getUTCFullYear();
  let months = Math.max(1, years * 12 + now.getUTCMonth() - anchor.getUTCMonth());
  while (anchorPlusMonths(anchor, months) <= now) months += 1;
  return { startsAt: anchorPlusMonths(anchor, months - 1), endsAt: anchorPlusMonths(anchor, months) };
}
