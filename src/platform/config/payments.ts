import type { EnvironmentReader } from './reader.ts';

/** A provider is used when its secrets are set. Without `apiUrl` it is called at its public address. */
export type PaymentsConfig = {
  stripe: {
    secretKey: string | undefined;
    webhookSecret: string | undefined;
    /** Price ids by plan. A plan without one is sold with its price written into the session. */
    prices: ReadonlyMap<string, string>;
    /** Plans by price id, with the prices at which a plan was sold before. */
    plansByPrice: ReadonlyMap<string, string>;
    apiUrl: string | undefined;
  };
  paystack: { secretKey: string | undefined; currency: string; apiUrl: string | undefined };
  flutterwave: {
    secretKey: string | undefined;
    secretHash: string | undefined;
    currency: string;
    apiUrl: string | undefined;
  };
  dlocal: {
    login: string | undefined;
    transKey: string | undefined;
    secretKey: string | undefined;
    webhookSecret: string | undefined;
    apiUrl: string | undefined;
  };
  ebanx: { integrationKey: string | undefined; apiUrl: string | undefined };
  yellowcard: { apiKey: string | undefined; secretKey: string | undefined; apiUrl: string | undefined };
  /** US dollars for one unit of a currency. */
  rates: ReadonlyMap<string, number>;
};

const SOLD_PLANS = ['starter', 'creator', 'developer'];

export function readPayments(read: EnvironmentReader, production: boolean): PaymentsConfig {
  const rates = readRates(read);
  const apiUrl = (name: string) => readApiUrl(read, name, production);
  const payments: PaymentsConfig = {
    stripe: {
      secretKey: read.text('CARDPAY_SECRET_KEY'),
      webhookSecret: read.text('CARDPAY_WEBHOOK_SECRET'),
      ...readPrices(read),
      apiUrl: apiUrl('CARDPAY_API_URL'),
    },
    paystack: {
      secretKey: read.text('PROVB_SECRET_KEY'),
      currency: readCurrency(read, 'PROVB_CURRENCY', rates),
      apiUrl: apiUrl('PROVB_API_URL'),
    },
    flutterwave: {
      secretKey: read.text('PROVC_SECRET_KEY'),
      secretHash: read.text('PROVC_SECRET_HASH'),
      currency: readCurrency(read, 'PROVC_CURRENCY', rates),
      apiUrl: apiUrl('PROVC_API_URL'),
    },
    dlocal: {
      login: read.text('PROVD_LOGIN'),
      transKey: read.text('PROVD_TRANS_KEY'),
      secretKey: read.text('PROVD_SECRET_KEY'),
      webhookSecret: read.text('PROVD_WEBHOOK_SECRET'),
      apiUrl: apiUrl('PROVD_API_URL'),
    },
    ebanx: { integrationKey: read.text('EBANX_INTEGRATION_KEY'), apiUrl: apiUrl('EBANX_API_URL') },
    yellowcard: {
      apiKey: read.text('YELLOWCARD_API_KEY'),
      secretKey: read.text('YELLOWCARD_SECRET_KEY'),
      apiUrl: apiUrl('YELLOWCARD_API_URL'),
    },
    rates,
  };
  requireAllOrNone(read, ['PROVD_LOGIN', 'PROVD_TRANS_KEY', 'PROVD_SECRET_KEY']);
  requireAllOrNone(read, ['YELLOWCARD_API_KEY', 'YELLOWCARD_SECRET_KEY']);
  if (production) requireWebhookSecrets(read);
  return payments;
}

/** A provider without its webhook secret takes money, and none of its events can be believed. */
function requireWebhookSecrets(read: EnvironmentReader): void {
  for (const [key, secret, what] of [
    ['CARDPAY_SECRET_KEY', 'CARDPAY_WEBHOOK_SECRET', "the signing secret of Stripe's webhook (whsec_…)"],
    ['PROVC_SECRET_KEY', 'PROVC_SECRET_HASH', "the secret hash of Flutterwave's webhooks"],
  ] as const) {
    if (read.text(key) === undefined || read.text(secret) !== undefined) continue;
    const problem = `is not set while ${key} is: customers could pay, and no payment would be believed`;
    read.report(secret, problem, `set ${what}, or unset ${key}`);
  }
}

/** A plan may have several prices: the last one is sold, and whoever pays an earlier one keeps the plan. */
function readPrices(read: EnvironmentReader) {
  const remedy = 'set plan:price pairs separated by commas, like starter:price_1,creator:price_2';
  const prices = new Map<string, string>();
  const plansByPrice = new Map<string, string>();
  for (const [plan, price] of readPairs(read, 'CARDPAY_PRICES', remedy)) {
    if (!SOLD_PLANS.includes(plan)) {
      read.report(
        'CARDPAY_PRICES',
        `"${plan}" is not a plan that is sold`,
        `use one of ${SOLD_PLANS.join(', ')}`,
      );
    } else if (plansByPrice.has(price)) {
      // A price names its plan when a subscription changes, so it must name one.
      read.report('CARDPAY_PRICES', `"${price}" stands for two plans`, 'give each plan its own price');
    } else {
      prices.set(plan, price);
      plansByPrice.set(price, plan);
    }
  }
  return { prices, plansByPrice };
}

function readRates(read: EnvironmentReader): Map<string, number> {
  const remedy = 'set the dollars for one unit of each currency, like NGN:0.00065,BRL:0.18';
  const rates = new Map([['USD', 1]]);
  for (const [currency, text] of readPairs(read, 'PAYMENT_RATES', remedy)) {
    const rate = Number(text);
    if (!/^[A-Z]{3}$/.test(currency) || currency === 'USD' || !(rate > 0 && Number.isFinite(rate))) {
      read.report('PAYMENT_RATES', `"${currency}:${text}" is not a currency with its rate`, remedy);
    } else {
      rates.set(currency, rate);
    }
  }
  return rates;
}

function readPairs(read: EnvironmentReader, name: string, remedy: string): [string, string][] {
  return read.list(name).flatMap((entry) => {
    const pair = /^([^:\s]+):([^:\s]+)$/.exec(entry);
    if (pair?.[1] && pair[2]) return [[pair[1], pair[2]] as [string, string]];
    read.report(name, `"${entry}" is not a pair`, remedy);
    return [];
  });
}

function readCurrency(read: EnvironmentReader, name: string, rates: ReadonlyMap<string, number>): string {
  const currency = read.text(name) ?? 'USD';
  if (!rates.has(currency)) {
    read.report(
      name,
      `there is no rate for "${currency}"`,
      `add it to PAYMENT_RATES, or leave ${name} unset for USD`,
    );
  }
  return currency;
}

/** Secret keys travel to this address. */
function readApiUrl(read: EnvironmentReader, name: string, production: boolean): string | undefined {
  const url = read.url(name, ['http:', 'https:']);
  if (!url || !production) return url;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) {
    read.report(name, 'would send secret keys unencrypted', 'use https://, or unset it');
  }
  return url;
}

function requireAllOrNone(read: EnvironmentReader, names: string[]): void {
  const missing = names.filter((name) => read.text(name) === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  for (const name of missing) {
    read.report(name, 'is missing while the rest of the credentials is set', `set ${names.join(', ')}`);
  }
}
