import { type Db, inBatches } from '../../platform/database/index.ts';
import { hitPairs, type PairOfSubjects, type PairOfVerdicts, type Window } from './queries.ts';

type Windows = { own: Window; shared: Window };

/** Counts the hits of concurrent calls together. */
export type Hits = { count(windows: Windows, pair: PairOfSubjects): Promise<PairOfVerdicts> };

export function openHits(db: Db): Hits {
  /** One statement has one limit, of which there are as many as plans differ in. */
  const byLimit = new Map<string, (pair: PairOfSubjects) => Promise<PairOfVerdicts>>();
  return {
    count(windows, pair) {
      // Only tests set the time.
      const name = JSON.stringify(windows);
      if (windows.own.nowMs !== undefined) return countOne(db, windows, pair);
      const known = byLimit.get(name) ?? inBatches((pairs) => countAll(db, windows, pairs));
      byLimit.set(name, known);
      return known(pair);
    },
  };
}

/** A statement can count a subject once, so the further hits of a busy account go by themselves. */
async function countAll(
  db: Db,
  windows: Windows,
  pairs: readonly PairOfSubjects[],
): Promise<PairOfVerdicts[]> {
  const seen = new Set<string>();
  const isFirst = pairs.map(({ own, shared }) => {
    const isNew = !seen.has(own) && !seen.has(shared);
    seen.add(own).add(shared);
    return isNew;
  });
  const together = hitPairs(
    db,
    windows,
    pairs.filter((_, index) => isFirst[index]),
  );
  const alone = pairs.map((pair, index) => (isFirst[index] ? null : countOne(db, windows, pair)));
  const [joint, single] = await Promise.all([together, Promise.all(alone)]);
  const inOrder = joint.values();
  return single.map((verdicts) => verdicts ?? (inOrder.next().value as PairOfVerdicts));
}

async function countOne(db: Db, windows: Windows, pair: PairOfSubjects): Promise<PairOfVerdicts> {
  const [verdicts] = await hitPairs(db, windows, [pair]);
  return verdicts as PairOfVerdicts;
}
