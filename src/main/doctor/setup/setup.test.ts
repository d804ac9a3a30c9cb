import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { makeCertificate } from '../../../../engines/manifests/index.ts';
import { ManualClock } from '../../../platform/clock.ts';
import type { Check, Finding } from '../check.ts';
import { openInstallation } from '../installation.ts';
import { certificate } from './certificate.ts';
import { configuration } from './configuration.ts';
import { payments } from './payments.ts';
import { secretFiles, secretSettings } from './secrets.ts';
import { areClose, unusedSettings } from './unused-settings.ts';

const NOW = '2026-11-19T00:00:00Z';
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://voice.example.com' };

async function look(check: Check, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  return check.run(openInstallation(env, { clock: new ManualClock(NOW) }));
}

async function levels(check: Check, env: NodeJS.ProcessEnv): Promise<string[]> {
  return (await look(check, env)).map(({ level }) => level);
}

describe('configuration', () => {
  test('every problem is told at once, each with its remedy', async () => {
    const found = await look(configuration, { ...PRODUCTION, PORT: 'x', TRUST_PROXY: 'true' });
    assert.deepEqual(
      found.map(({ seen }) => seen.split(':')[0]),
      ['PORT', 'TRUST_PROXY', 'SESSION_SECRET', 'WORKER_SECRET', 'METRICS_TOKEN'],
    );
    assert.equal(found[0]?.remedy, 'Set a whole number from 1 to 65535.');
    assert.deepEqual(await levels(configuration, {}), ['good']);
  });

  test('a secret in the wrong setting is not quoted', async () => {
    const secret = 'vBq8Zr2TmXw9KfLp';
    const env = { PORT: secret, LOG_LEVEL: secret, PAYMENT_RATES: `NGN:${secret}`, TRUST_PROXY: secret };
    const found = await look(configuration, env);
    assert.equal(found.length, 4);
    assert.ok(!JSON.stringify(found).includes(secret), JSON.stringify(found));
  });

  test('a setting that does nothing without another is told', async () => {
    const [found] = await look(unusedSettings, { CARDPAY_PRICES: 'starter:price_1', LLM_MODEL: '' });
    assert.match(found?.remedy ?? '', /Set CARDPAY_SECRET_KEY, or unset it/);
  });

  test('a name with a slip is told, and other programs’ settings are left alone', async () => {
    const found = await look(unusedSettings, {
      DATABASEURL: 'x',
      SMTP_HOST: 'mail',
      PATH: '/bin',
      EDITOR: 'vi',
    });
    assert.deepEqual(
      found.map(({ remedy }) => /mean (\w+)/.exec(remedy ?? '')?.[1]),
      ['DATABASE_URL', 'SMTP_URL'],
    );
    assert.deepEqual(await levels(unusedSettings, { PGHOST: 'db', DATABASE_URL: 'postgres://a/b' }), [
      'good',
    ]);
  });

  test('a slip is one letter, or two exchanged', () => {
    for (const slip of ['SMTP_UR', 'SMTP_URLS', 'SMTP_URI', 'SMPT_URL', 'XSMTP_URL'])
      assert.ok(areClose(slip, 'SMTP_URL'), slip);
    for (const other of ['SMTP_FROM', 'HTTP_URL', 'URL', '']) assert.ok(!areClose(other, 'SMTP_URL'), other);
  });
});

describe('secrets', () => {
  test('placeholders and values that stand for two things are told', async () => {
    const same = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
    const env = { SESSION_SECRET: same, WORKER_SECRET: same, METRICS_TOKEN: 'change-me-change-me' };
    const found = await look(secretSettings, env);
    assert.deepEqual(
      found.map(({ level, seen }) => [level, seen]),
      [
        ['warning', 'The value of METRICS_TOKEN looks like a placeholder or a word that can be guessed.'],
        ['fault', 'One value is used for SESSION_SECRET, WORKER_SECRET.'],
      ],
    );
    assert.deepEqual(await levels(secretSettings, { ...PRODUCTION, SESSION_SECRET: 'a'.repeat(32) }), [
      'fault',
    ]);
  });

  test('files that others may read or that cannot be read are told, and none is made', async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'doctor-'));
    t.after(() => rm(dataDir, { recursive: true }));
    assert.deepEqual(await levels(secretFiles, { DATA_DIR: dataDir }), ['good']);
    assert.deepEqual(await readdir(dataDir), []);
    const path = join(dataDir, 'secrets.json');
    await writeFile(path, '{"sessionSecret":"a","workerSecret":"b"}');
    await chmod(path, 0o644);
    const [open] = await look(secretFiles, { DATA_DIR: dataDir });
    assert.deepEqual(open, {
      level: 'warning',
      seen: `Other users of this machine may read ${path}.`,
      remedy: `Run: chmod 600 ${path}`,
    });
    await writeFile(path, '{"sess');
    await writeFile(join(dataDir, 'data-key.json'), '{"dataKey":"c"}', { mode: 0o600 });
    const broken = await look(secretFiles, { DATA_DIR: dataDir });
    assert.match(broken.find(({ level }) => level === 'fault')?.seen ?? '', /it is not JSON/);
  });
});

describe('payments', () => {
  const LIVE = {
    ...PRODUCTION,
    CARDPAY_SECRET_KEY: 'sk_live_1234567890',
    CARDPAY_WEBHOOK_SECRET: 'whsec_12345678',
  };
  for (const [what, env, level, remedy] of [
    ['a test key in production', { CARDPAY_SECRET_KEY: 'sk_test_1234567890' }, 'fault', /the live key/],
    ['a publishable key', { CARDPAY_SECRET_KEY: 'pk_live_1234567890' }, 'fault', /the secret key/],
    ['a live key in development', { NODE_ENV: '' }, 'warning', /NODE_ENV=production/],
    [
      'a sandbox in production',
      { CARDPAY_API_URL: 'https://sandbox.example.com' },
      'fault',
      /Unset CARDPAY_API_URL/,
    ],
    [
      'a webhook without its secret',
      { NODE_ENV: '', CARDPAY_SECRET_KEY: 'sk_test_12345678', CARDPAY_WEBHOOK_SECRET: '' },
      'warning',
      /Set CARDPAY_WEBHOOK_SECRET/,
    ],
    ['a secret of another kind', { CARDPAY_WEBHOOK_SECRET: 'sk_live_1234567890' }, 'fault', /whsec_/],
  ] as const)
    test(`${what} is told`, async () => {
      const found = (await look(payments, { ...LIVE, ...env })).find((one) => remedy.test(one.remedy ?? ''));
      assert.equal(found?.level, level);
    });

  test('live keys in production are good, and none at all, too', async () => {
    assert.deepEqual(await levels(payments, LIVE), ['good']);
    assert.deepEqual(await levels(payments, {}), ['good']);
  });
});

describe('the signing certificate', () => {
  const made = (year: number) => {
    const { chain, key } = makeCertificate({
      organisation: 'Example',
      now: new Date(`${year}-12-01T00:00:00Z`),
    });
    return { PROVENANCE_CERTIFICATES: chain, PROVENANCE_KEY: key };
  };
  test('one that ended is a fault, one that ends soon a warning', async () => {
    // They are made for twenty years.
    assert.deepEqual(await levels(certificate, made(2005)), ['fault']);
    assert.deepEqual(await levels(certificate, made(2006)), ['warning']);
    assert.deepEqual(await levels(certificate, made(2026)), ['good']);
    assert.deepEqual(await levels(certificate, PRODUCTION), ['warning']);
  });

  test('a key of another certificate and a file that is no certificate are faults', async () => {
    const mixed = { ...made(2026), PROVENANCE_KEY: made(2026).PROVENANCE_KEY };
    assert.match((await look(certificate, mixed))[0]?.seen ?? '', /is not the key of the first certificate/);
    const nonsense = { ...made(2026), PROVENANCE_CERTIFICATES: '-----BEGIN NOTHING-----' };
    assert.match(
      (await look(certificate, nonsense))[0]?.seen ?? '',
      /PROVENANCE_CERTIFICATES cannot be used/,
    );
  });
});
