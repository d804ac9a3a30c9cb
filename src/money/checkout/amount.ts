import { InvalidAmount } from './errors.ts';

const MIN_USD = 5;
/** Larger sums are a typing error more often than a wish. */
const MAX_USD = 10_000;

/** Whole cents: what lies behind the second decimal is rounded off, as a card would be charged. */
export function centsOfUsd(amountUsd: number): number {
  if (!Number.isFinite(amountUsd)) throw new InvalidAmount('amountUsd must be a number.');
  if (amountUsd < MIN_USD) throw new InvalidAmount(`The smallest top-up is ${MIN_USD} USD.`);
  if (amountUsd > MAX_USD) throw new InvalidAmount('The largest top-up is 10,000 USD.');
  return Math.round(amountUsd * 100);
}
