import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigurationError, loadSecrets, parseConfig } from './index.ts';

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.problems.map((problem) => problem.name);
  }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://voice.example.com/',
  SESSION_SECRET: 'a'.repeat(32),
  WORKER_SECRET: 'b'.repeat(32),
  METRICS_TOKEN: 'c'.repeat(32),
};

test('an empty environment is a working development set-up', () => {
  const config = parseConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8080);
  assert.equal(config.publicUrl, 'http://127.0.0.1:8080');
  assert.equal(config.production, false);
  assert.ok(config.dataDir.endsWith('/data'));
});

test('every problem is reported together, each with its remedy', () => {
  const env = { PORT: 'eighty', NODE_ENV: 'staging', DATABASE_URL: 'mysql://x', OUTBOUND_ALLOW: 'nowhere' };
  assert.deepEqual(problemsOf(env), ['NODE_ENV', 'PORT', 'DATABASE_URL', 'OUTBOUND_ALLOW']);
  assert.throws(() => parseConfig(env), /PORT: "eighty" is not valid; set a whole number from 1 to 65535\./);
});

test('the rounds of a clone are five, or as many as are set', () => {
  assert.equal(parseConfig({}).cloneRounds, 5);
  assert.equal(parseConfig({ CLONE_ROUNDS: '2' }).cloneRounds, 2);
  assert.deepEqual(problemsOf({ CLONE_ROUNDS: '0' }), ['CLONE_ROUNDS']);
});

test('an unknown NODE_ENV is refused', () => {
  assert.deepEqual(problemsOf({ NODE_ENV: 'prod' }), ['NODE_ENV']);
});

test('production refuses unset secrets, plain http and a pierced outbound guard', () => {
  const env = { NODE_ENV: 'production', OUTBOUND_ALLOW: '127.0.0.1:9' };
  const expected = ['SESSION_SECRET', 'WORKER_SECRET', 'METRICS_TOKEN', 'PUBLIC_URL', 'OUTBOUND_ALLOW'];
  assert.deepEqual(problemsOf(env), expected);
  assert.equal(parseConfig(PRODUCTION).publicUrl, 'https://voice.example.com');
});

test('a short secret is refused', () => {
  assert.deepEqual(problemsOf({ SESSION_SECRET: 'short' }), ['SESSION_SECRET']);
});

test('half of an S3 set-up is refused', () => {
  assert.deepEqual(problemsOf({ S3_ENDPOINT: 'http://127.0.0.1:9000' }), ['S3_BUCKET']);
  assert.deepEqual(problemsOf({ S3_BUCKET: 'b', AWS_ACCESS_KEY_ID: 'k' }), ['AWS_SECRET_ACCESS_KEY']);
});

test('a language model needs an address and a name; a key only where its server asks for one', () => {
  assert.deepEqual(problemsOf({ LLM_BASE_URL: 'http://127.0.0.1:11434/v1' }), ['LLM_MODEL']);
  assert.deepEqual(problemsOf({ LLM_BASE_URL: 'ftp://models', LLM_MODEL: 'm' }), ['LLM_BASE_URL']);
  const { languageModel } = parseConfig({ LLM_BASE_URL: 'http://127.0.0.1:11434/v1/', LLM_MODEL: 'm' });
  const baseUrl = 'http://127.0.0.1:11434/v1';
  assert.deepEqual(languageModel, { baseUrl, apiKey: undefined, model: 'm', maxOutputTokens: 2_048 });
  assert.equal(parseConfig({ LLM_MODEL: 'm' }).languageModel, undefined);
});

test('traces go where the settings of OpenTelemetry say, and nowhere without them', () => {
  assert.equal(parseConfig({ OTEL_SERVICE_NAME: 'voice' }).otlp, undefined);
  const endpoint = 'http://collector:4318/otlp/';
  assert.deepEqual(parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).otlp, {
    endpoint: 'http://collector:4318/otlp',
    headers: {},
    serviceName: 'vox-humana',
    traces: true,
    metrics: true,
    logs: true,
    ratio: 1,
  });
  const { otlp } = parseConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eA==, x-scope=a',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    OTEL_METRICS_EXPORTER: 'none',
  });
  assert.deepEqual(
    [otlp?.headers, otlp?.ratio, otlp?.metrics, otlp?.logs],
    [{ authorization: 'Basic eA==', 'x-scope': 'a' }, 0.05, false, true],
  );
});

test('wrong settings of traces are refused, and no key is repeated', () => {
  assert.deepEqual(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }), [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ]);
  const withPassword = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:hunter2@collector:4318' };
  assert.deepEqual(problemsOf(withPassword), ['OTEL_EXPORTER_OTLP_ENDPOINT']);
  assert.deepEqual(problemsOf({ OTEL_LOGS_EXPORTER: 'console' }), ['OTEL_LOGS_EXPORTER']);
  for (const share of ['1.1', '-0.1', 'NaN', 'half'])
    assert.deepEqual(problemsOf({ OTEL_TRACES_SAMPLER_ARG: share }), ['OTEL_TRACES_SAMPLER_ARG'], share);
  for (const wrong of ['hunter2', 'a b=hunter2', 'a=hunter2%', 'a=hunter2%0d%0ab: c', '=hunter2']) {
    const env = { OTEL_EXPORTER_OTLP_HEADERS: wrong };
    assert.deepEqual(problemsOf(env), ['OTEL_EXPORTER_OTLP_HEADERS'], wrong);
    assert.throws(
      () => parseConfig(env),
      ({ message }) => !message.includes('hunter2'),
    );
  }
});

test('TRUST_PROXY takes false, a number of hops, or addresses and CIDRs', () => {
  const trust = (value?: string) => parseConfig({ TRUST_PROXY: value }).trustProxy;
  assert.equal(trust(), false);
  assert.equal(trust('false'), false);
  assert.equal(trust('2'), 2);
  assert.deepEqual(trust('10.0.0.0/8, 2001:db8::1'), ['10.0.0.0/8', '2001:db8::1']);
  for (const wrong of ['0', '17', 'yes', '10.0.0.0/99', '10.0.0.1,proxy']) {
    assert.deepEqual(problemsOf({ TRUST_PROXY: wrong }), ['TRUST_PROXY'], wrong);
  }
});

test('TRUST_PROXY=true is refused, and the message says what to set instead', () => {
  const remedy = /TRUST_PROXY: lets any client choose its own address.*set the number of proxies/;
  assert.throws(() => parseConfig({ TRUST_PROXY: 'true' }), remedy);
});

test('SMTP_URL needs a sender; a sender that could inject a header is refused', () => {
  assert.deepEqual(problemsOf({ SMTP_URL: 'smtp://mail.example.com' }), ['MAIL_FROM']);
  assert.deepEqual(problemsOf({ SMTP_URL: 'http://mail.example.com' }), ['SMTP_URL']);
  for (const from of ['nobody', 'a@b.c\r\nBcc: d@e.f', 'A <a@b.c>, B <b@c.d>']) {
    assert.deepEqual(problemsOf({ MAIL_FROM: from }), ['MAIL_FROM'], from);
  }
  const { mail } = parseConfig({
    SMTP_URL: 'smtps://u:p@mail.example.com',
    MAIL_FROM: 'Vox <vox@example.com>',
  });
  assert.deepEqual(mail, { smtpUrl: 'smtps://u:p@mail.example.com', from: 'Vox <vox@example.com>' });
});

test('invoices name their issuer and the taxes that prices include', () => {
  const { invoicing } = parseConfig({
    INVOICE_NAME: 'Example Voice Ltd',
    INVOICE_ADDRESS: '1 High Street | London',
    INVOICE_TAXES: 'GST:5, PST:7.5',
  });
  assert.deepEqual(invoicing, {
    name: 'Example Voice Ltd',
    addressLines: ['1 High Street', 'London'],
    taxId: null,
    taxes: [
      { name: 'GST', percent: 5 },
      { name: 'PST', percent: 7.5 },
    ],
  });
  for (const wrong of ['VAT', 'VAT:', ':19', 'VAT:0', 'VAT:-1', 'VAT:190', 'VAT:1e1']) {
    assert.deepEqual(problemsOf({ INVOICE_TAXES: wrong }), ['INVOICE_TAXES'], wrong);
  }
});

test('a secrets file that others could read is closed to them', (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vox-config-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const config = parseConfig({ DATA_DIR: dataDir });
  const secrets = loadSecrets(config);
  chmodSync(join(dataDir, 'secrets.json'), 0o644);
  assert.deepEqual(loadSecrets(config), secrets);
  assert.equal(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600);
});

test('unset secrets are generated once, kept, and readable by their owner only', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vox-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const config = parseConfig({ DATA_DIR: dataDir });
  const first = loadSecrets(config);
  assert.deepEqual(loadSecrets(config), first);
  assert.equal(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600);
});

test('prices and rates are read as pairs, and each wrong pair is reported', () => {
  const { payments } = parseConfig({
    CARDPAY_PRICES: 'starter:price_1, creator:price_2',
    PAYMENT_RATES: 'NGN:0.00065,BRL:0.18',
    PROVB_CURRENCY: 'NGN',
  });
  assert.deepEqual(
    [...payments.stripe.prices],
    [
      ['starter', 'price_1'],
      ['creator', 'price_2'],
    ],
  );
  assert.deepEqual(
    [...payments.rates],
    [
      ['USD', 1],
      ['NGN', 0.00065],
      ['BRL', 0.18],
    ],
  );
  assert.deepEqual([payments.paystack.currency, payments.flutterwave.currency], ['NGN', 'USD']);
  for (const prices of ['price_1', 'free:price_1', 'starter:price_1,creator:price_1']) {
    assert.deepEqual(problemsOf({ CARDPAY_PRICES: prices }), ['CARDPAY_PRICES'], prices);
  }
  for (const rates of ['NGN', 'ngn:1', 'NGN:-1', 'NGN:0', 'NGN:Infinity', 'USD:2']) {
    assert.deepEqual(problemsOf({ PAYMENT_RATES: rates }), ['PAYMENT_RATES'], rates);
  }
  assert.deepEqual(problemsOf({ PROVC_CURRENCY: 'GHS' }), ['PROVC_CURRENCY']);
});

test('half of the credentials of a payment provider are refused', () => {
  assert.deepEqual(problemsOf({ PROVD_LOGIN: 'x', PROVD_SECRET_KEY: 'y' }), ['PROVD_TRANS_KEY']);
  assert.deepEqual(problemsOf({ YELLOWCARD_API_KEY: 'x' }), ['YELLOWCARD_SECRET_KEY']);
});

test('production refuses a provider that takes payments whose events nobody can believe', () => {
  const keys = { CARDPAY_SECRET_KEY: 'x', PROVC_SECRET_KEY: 'x' };
  assert.deepEqual(problemsOf(keys), []);
  const wrong = { ...PRODUCTION, ...keys };
  assert.deepEqual(problemsOf(wrong), ['CARDPAY_WEBHOOK_SECRET', 'PROVC_SECRET_HASH']);
  assert.throws(
    () => parseConfig(wrong),
    /no payment would be believed; set .*\(whsec_…\), or unset CARDPAY_SECRET_KEY\./,
  );
  assert.deepEqual(problemsOf({ ...wrong, CARDPAY_WEBHOOK_SECRET: 'x', PROVC_SECRET_HASH: 'x' }), []);
  // These sign with a key of the API, or are asked.
  const others = { PROVB_SECRET_KEY: 'x', PROVD_LOGIN: 'x', PROVD_TRANS_KEY: 'x', PROVD_SECRET_KEY: 'x' };
  const asked = { EBANX_INTEGRATION_KEY: 'x', YELLOWCARD_API_KEY: 'x', YELLOWCARD_SECRET_KEY: 'x' };
  assert.deepEqual(problemsOf({ ...PRODUCTION, ...others, ...asked }), []);
});

test('production sends payment keys over https, or to this machine', () => {
  assert.deepEqual(problemsOf({ ...PRODUCTION, PROVB_API_URL: 'http://pay.example.com' }), ['PROVB_API_URL']);
  assert.deepEqual(problemsOf({ ...PRODUCTION, PROVB_API_URL: 'http://127.0.0.1:9' }), []);
  assert.deepEqual(problemsOf({ PROVB_API_URL: 'http://pay.example.com' }), []);
});
