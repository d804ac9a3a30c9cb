import { type Check, type Finding, orGood, warning } from '../check.ts';

/** Settings that do nothing without another one. */
const NEEDED: readonly (readonly [needed: string, without: readonly string[]])[] = [
  ['S3_BUCKET', ['S3_REGION']],
  ['SMTP_URL', ['MAIL_FROM']],
  ['LLM_BASE_URL', ['LLM_MODEL', 'LLM_API_KEY', 'LLM_AGENT_MODELS']],
  ['PROVENANCE_SIGNING_URL', ['PROVENANCE_SIGNING_SECRET']],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_TRACES_EXPORTER',
      'OTEL_METRICS_EXPORTER',
      'OTEL_LOGS_EXPORTER',
    ],
  ],
  ['CARDPAY_SECRET_KEY', ['CARDPAY_WEBHOOK_SECRET', 'CARDPAY_PRICES', 'CARDPAY_API_URL']],
  ['PROVB_SECRET_KEY', ['PROVB_CURRENCY', 'PROVB_API_URL']],
  ['PROVC_SECRET_KEY', ['PROVC_SECRET_HASH', 'PROVC_CURRENCY', 'PROVC_API_URL']],
  ['PROVD_SECRET_KEY', ['PROVD_WEBHOOK_SECRET', 'PROVD_API_URL']],
  ['EBANX_INTEGRATION_KEY', ['EBANX_API_URL']],
  ['YELLOWCARD_API_KEY', ['YELLOWCARD_API_URL']],
];

/** What other programs call it. */
const ELSEWHERE: Record<string, string> = {
  S3_ACCESS_KEY_ID: 'AWS_ACCESS_KEY_ID',
  S3_SECRET_ACCESS_KEY: 'AWS_SECRET_ACCESS_KEY',
  AWS_BUCKET: 'S3_BUCKET',
  AWS_ENDPOINT_URL: 'S3_ENDPOINT',
  AWS_DEFAULT_REGION: 'AWS_REGION',
  SMTP_HOST: 'SMTP_URL',
  SMTP_FROM: 'MAIL_FROM',
  BASE_URL: 'PUBLIC_URL',
  POSTGRES_URL: 'DATABASE_URL',
  PGHOST: 'DATABASE_URL',
  OPENAI_API_KEY: 'LLM_API_KEY',
  OPENAI_BASE_URL: 'LLM_BASE_URL',
};

/** Shorter names are like too many others. */
const LEAST_LETTERS = 6;

export const unusedSettings: Check = {
  id: 'unused-settings',
  async run({ env, settingNames }) {
    const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
    const idle = NEEDED.filter(([needed]) => !isSet(needed)).flatMap(([needed, without]) => {
      const names = without.filter(isSet);
      return names.length > 0 ? [idleFinding(names, needed)] : [];
    });
    const strange = Object.keys(env).filter((name) => isSet(name) && !settingNames.has(name));
    return orGood(
      [...idle, ...strange.flatMap((name) => misspelt(name, { settingNames, isSet }))],
      'Each setting that is set does something.',
    );
  },
};

function idleFinding(names: readonly string[], needed: string): Finding {
  const isOne = names.length === 1;
  return warning(
    `${names.join(', ')} ${isOne ? 'is' : 'are'} set, and ${needed}, without which ${isOne ? 'it has' : 'they have'} no effect, is not.`,
    `Set ${needed}, or unset ${isOne ? 'it' : 'them'}.`,
  );
}

function misspelt(
  name: string,
  { settingNames, isSet }: { settingNames: ReadonlySet<string>; isSet(name: string): boolean },
): Finding[] {
  const close =
    name.length < LEAST_LETTERS ? undefined : [...settingNames].find((known) => areClose(name, known));
  const meant = ELSEWHERE[name] ?? close;
  // Other programs of this environment may well use both.
  if (meant === undefined || isSet(meant)) return [];
  return [warning(`No setting is called ${name}.`, `If you mean ${meant}, rename it; else leave it.`)];
}

/** One letter more, less or other, or two beside each other exchanged. */
export function areClose(one: string, other: string): boolean {
  if (other.length < LEAST_LETTERS || Math.abs(one.length - other.length) > 1) return false;
  const start = [...one].findIndex((letter, i) => letter !== other[i]);
  const at = start === -1 ? one.length : start;
  const [a, b] = [one.slice(at), other.slice(at)];
  const isExchanged = a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0];
  return a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b || isExchanged;
}
