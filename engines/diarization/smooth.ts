/**
 * Viterbi path: one candidate per moment, such that the total score minus the cost of changes is maximal.
 * `scores[moment][candidate]`; `costs[moment]` is the cost of a change just before it.
 */
export function smoothest(scores: readonly (readonly number[])[], costs: readonly number[]): number[] {
  let totals: number[] = (scores[0] ?? []).map(() => 0);
  const cameFrom: number[][] = [];
  for (const [moment, row] of scores.entries()) {
    const best = indexOfMost(totals);
    const afterChange = (totals[best] ?? 0) - (moment === 0 ? 0 : (costs[moment] ?? 0));
    const from = totals.map((total, candidate) => (total >= afterChange ? candidate : best));
    totals = totals.map((total, candidate) => Math.max(total, afterChange) + (row[candidate] ?? 0));
    cameFrom.push(from);
  }
  const chosen: number[] = [];
  let candidate = indexOfMost(totals);
  for (let moment = scores.length - 1; moment >= 0; moment -= 1) {
    chosen[moment] = candidate;
    candidate = cameFrom[moment]?.[candidate] ?? 0;
  }
  return chosen;
}

function indexOfMost(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value > (values[best] ?? 0) ? i : best), 0);
}
