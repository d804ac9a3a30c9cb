import { InvalidPayload } from './errors.ts';
import type { Money } from './notice.ts';

const CENTS_PER_DOLLAR = 100;
/** A billion dollars: more is a mistake, and its microdollars would not be exact. */
const MAX_MINOR = 100_000_000_000;
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '));

export function currencyOf(text: string | null): string {
  const currency = (text ?? 'USD').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new InvalidPayload('The currency is not a code of three letters.');
  return currency;
}

/** The card provider counts in the smallest unit that the currency has. */
export function cardMoney(minor: number, currency: string): Money {
  const perUnit = NO_DECIMALS.has(currency) ? 1 : THREE_DECIMALS.has(currency) ? 1_000 : 100;
  return { minor: checked(minor), perUnit, currency };
}

/** Hundredths, also of a currency that has none. */
export function minorMoney(minor: number, currency: string | null): Money {
  return { minor: checked(minor), perUnit: 100, currency: currencyOf(currency), assumed: currency === null };
}

export function majorMoney(major: number, currency: string | null): Money {
  return minorMoney(Math.round(major * 100), currency);
}

/** In US cents; null when there is no rate for the currency. Rounds down: nothing is credited that was not paid. */
export function centsAt(money: Money, rates: ReadonlyMap<string, number>): number | null {
  if (money.currency === 'USD') return money.minor;
  const rate = rates.get(money.currency);
  // The tenth digit is beyond any rate; it only removes the error of the binary fraction.
  if (rate === undefined) return null;
  return Math.floor(Number(((money.minor / money.perUnit) * rate * CENTS_PER_DOLLAR).toFixed(6)));
}

function checked(minor: number): number {
  if (!Number.isSafeInteger(minor) || minor < 0 || minor > MAX_MINOR)
    throw new InvalidPayload('The amount is not valid.');
  return minor;
}
