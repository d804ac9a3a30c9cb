export const CREDITS_PER_UNIT = {
  tts_character: 1,
  inference_character: 1,
  video_second: 10,
  stt_second: 5,
  music_second: 8,
  sfx_clip: 20,
} as const;

export type PricedUnit = keyof typeof CREDITS_PER_UNIT;

/** Tokens of a language model have the price of their plan, which differs between what it reads and what it writes. */
export type MeteredUnit = PricedUnit | 'llm_token';

export const ROUTING_COSTS = { local_worker: 1, gpu_cluster: 3, external_api: 3 } as const;

export type RoutingNode = keyof typeof ROUTING_COSTS;

export const MICROS_PER_CENT = 10_000;

/** Durations are sample counts divided by a rate: a rounding error must not start a new second. */
const ROUNDING_ERROR = 1e-6;

/** Billed units: a started second counts as a whole one. */
export function billableQuantity(measured: number): number {
  if (!Number.isFinite(measured) || measured < 0)
    throw new RangeError(`cannot bill a quantity of ${measured}`);
  // `+ 0` turns the negative zero of a ceiling into zero.
  return Math.ceil(measured - ROUNDING_ERROR) + 0;
}

export function creditsFor(unit: PricedUnit, measured: number): number {
  return billableQuantity(measured) * CREDITS_PER_UNIT[unit];
}

/** Rounds down for display only; balances stay in microdollars. */
export function centsOf(micros: number): number {
  return Math.floor(micros / MICROS_PER_CENT);
}

/** Use it for debts and prices: if they were rounded down, paying them would leave a rest. */
export function centsRoundedUp(micros: number): number {
  return Math.ceil(micros / MICROS_PER_CENT);
}

export function microsOfCents(cents: number): number {
  return cents * MICROS_PER_CENT;
}

/** How a charge divides between the pool and the wallet. */
export function splitCharge(
  credits: number,
  poolCredits: number,
  microsPerCredit: number,
): { poolCredits: number; overCredits: number; overMicros: number } {
  const fromPool = Math.min(credits, poolCredits);
  const overCredits = credits - fromPool;
  return { poolCredits: fromPool, overCredits, overMicros: overCredits * microsPerCredit };
}
