import { openProviders } from '../../../money/providers/index.ts';
import { type Check, type Finding, fault, good, type Installation, warning } from '../check.ts';

/** Keys of test modes, as the providers mark them. */
const TEST_KEY = /^(sk|rk|pk)_test_|_TEST-/;
const LIVE_KEY = /^(sk|rk)_live_/;
const PUBLISHABLE_KEY = /^pk_/;
const SECRET_SHAPES: Record<string, { shape: RegExp; says: string }> = {
  CARDPAY_SECRET_KEY: { shape: /^(sk|rk)_/, says: 'begins with sk_ or rk_' },
  CARDPAY_WEBHOOK_SECRET: { shape: /^whsec_/, says: 'begins with whsec_' },
  PROVB_SECRET_KEY: { shape: /^sk_/, says: 'begins with sk_' },
};
const KEYS = [
  'CARDPAY_SECRET_KEY',
  'PROVB_SECRET_KEY',
  'PROVC_SECRET_KEY',
  'PROVD_SECRET_KEY',
  'EBANX_INTEGRATION_KEY',
  'YELLOWCARD_SECRET_KEY',
];
const API_URLS = [
  'CARDPAY_API_URL',
  'PROVB_API_URL',
  'PROVC_API_URL',
  'PROVD_API_URL',
  'EBANX_API_URL',
  'YELLOWCARD_API_URL',
];
const WEBHOOK_SECRETS = [
  ['CARDPAY_SECRET_KEY', 'CARDPAY_WEBHOOK_SECRET'],
  ['PROVC_SECRET_KEY', 'PROVC_SECRET_HASH'],
  ['PROVD_SECRET_KEY', 'PROVD_WEBHOOK_SECRET'],
] as const;

/** What does not fit together although each setting by itself can be used. */
export const payments: Check = {
  id: 'payments',
  settings: ['CARDPAY_PRICES', 'PAYMENT_RATES', 'PROVD_LOGIN', 'YELLOWCARD_API_KEY'],
  async run(installation) {
    const { config, env } = installation;
    const names = Object.keys(openProviders(config.payments, { publicUrl: config.publicUrl }));
    if (names.length === 0) return [nobodyPays(config.production)];
    const settingOf = (name: string): string => env[name]?.trim() ?? '';
    const findings = [
      ...KEYS.flatMap((name) => judgeKey(name, settingOf(name), installation)),
      ...Object.entries(SECRET_SHAPES).flatMap(([name, { shape, says }]) => {
        const value = settingOf(name);
        if (value === '' || shape.test(value)) return [];
        return [fault(`${name} is not what it should be.`, `Set the value that ${says}.`)];
      }),
      ...API_URLS.flatMap((name) => judgeApi(name, settingOf(name), config.production)),
      ...WEBHOOK_SECRETS.flatMap(([key, secret]) => judgeWebhook({ key, secret }, settingOf)),
    ];
    return findings.length > 0 ? findings : [good(`Customers can pay with ${names.length} providers.`)];
  },
};

function nobodyPays(production: boolean): Finding {
  return good(
    production
      ? 'No payment provider is configured, so nobody can pay.'
      : 'No payment provider is configured. In development payments are simulated.',
  );
}

function judgeKey(name: string, value: string, { config }: Installation): Finding[] {
  if (PUBLISHABLE_KEY.test(value))
    return [
      fault(
        `${name} has the publishable key, with which nothing can be charged.`,
        `Set ${name} to the secret key.`,
      ),
    ];
  if (TEST_KEY.test(value) && config.production)
    return [
      fault(
        `${name} is a test key, and ${config.publicUrl} is in production: whoever knows a test card gets credits without paying.`,
        `Set ${name} to the live key, and the webhook's secret with it.`,
      ),
    ];
  if (LIVE_KEY.test(value) && !config.production)
    return [
      warning(
        `${name} is a live key, and this is not production: tests would charge real cards.`,
        `Set NODE_ENV=production, or ${name} to a test key.`,
      ),
    ];
  return [];
}

function judgeApi(name: string, url: string, production: boolean): Finding[] {
  if (!production || !/sandbox|staging|\btest\b/i.test(url)) return [];
  return [
    fault(`${name} is the provider's sandbox, where no real money moves.`, `Unset ${name} in production.`),
  ];
}

function judgeWebhook(
  { key, secret }: { key: string; secret: string },
  settingOf: (name: string) => string,
): Finding[] {
  if (settingOf(key) === '' || settingOf(secret) !== '') return [];
  return [
    warning(
      `${secret} is not set while ${key} is: the provider's webhooks cannot be believed, so payments arrive late or never.`,
      `Set ${secret}.`,
    ),
  ];
}
