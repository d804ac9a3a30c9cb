import fc from 'fast-check';
import type { PlanId } from '../../plans/index.ts';

const pick = fc.nat({ max: 1_000 });
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      credits: fc.oneof(fc.nat({ max: 800 }), fc.nat({ max: 5_000 })),
      routing: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('use' as const), credits: fc.nat({ max: 2_000 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      pick,
      percent: fc.constantFrom(0, 33, 100, 100, 250),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('topUp' as const), micros: fc.integer({ min: 1, max: 300_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('takeBack' as const),
      micros: fc.integer({ min: 1, max: 300_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('giveBack' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      plan: fc.constantFrom<PlanId>('suspended', 'suspended', 'free', 'creator'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cap' as const), cents: fc.option(fc.nat({ max: 30 })) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('month' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  // A crash drops a statement that had run but not committed: the balances are those of before.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash' as const), pick, credits: fc.nat({ max: 5_000 }) }),
  },
);

/** One operation on a wallet. */
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
