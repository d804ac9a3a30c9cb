import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLanguageModel, LanguageModelFailed } from '../../engines/language-model/index.ts';
import type { Check } from '../../src/main/doctor/check.ts';
import { examine } from '../../src/main/doctor/examine.ts';
import { openInstallation } from '../../src/main/doctor/installation.ts';
import { languageModel } from '../../src/main/doctor/outside/language-model.ts';
import { port } from '../../src/main/doctor/outside/port.ts';
import { publicWay } from '../../src/main/doctor/outside/public-way.ts';
import { signingHosts } from '../../src/main/doctor/outside/signing-hosts.ts';
import { storeClock } from '../../src/main/doctor/storage/store-clock.ts';
import {
  openProviders,
  type PaymentOrder,
  PROVIDER_NAMES,
  type Providers,
} from '../../src/money/providers/index.ts';
import { ManualClock } from '../../src/platform/clock.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { silentLog } from '../../src/platform/log.ts';
import { otlpTo } from '../../src/platform/otlp/testing/otlp-receiver.ts';
import { createBucket, createS3Storage } from '../../src/platform/storage/index.ts';
import { type HostileHosts, openHostileHosts } from '../../src/platform/testing/hostile-host.ts';
import { openTracing } from '../../src/platform/tracing/index.ts';
import { askForSignature } from '../../src/work/provenance/signing/signing-service.ts';
import { createTimeStamps } from '../../src/work/provenance/signing/time-stamps.ts';
import { createHttpSource } from '../../src/work/workers/index.ts';
import { sourceFiles, sourceText } from '../support/source-files.ts';

/** All that is not answered fails alike, so a deadline that passes too early changes nothing. */
const DEADLINE_MS = 1_500;
const BODY = Buffer.from('{"neither":"a payment","nor":"a conversation"}');

type Way = { file: string; ask(url: string): Promise<unknown>; isExpected(error: unknown): boolean };

const isDomain = (error: unknown): boolean => error instanceof DomainError;
const never = new AbortController().signal;

const withModel = (ask: (model: ReturnType<typeof createLanguageModel>) => Promise<unknown>): Way => ({
  file: 'engines/language-model/openai-compatible.ts',
  ask: (baseUrl) => {
    const limits = { timeoutMs: DEADLINE_MS, firstTokenMs: DEADLINE_MS, betweenTokensMs: DEADLINE_MS };
    return ask(createLanguageModel({ baseUrl, model: 'tiny', ...limits }));
  },
  isExpected: (error) => error instanceof LanguageModelFailed,
});

/** Every secret is set, and every provider is at the URL. */
function providersAt(url: string): Providers {
  const { payments } = parseConfig({
    CARDPAY_SECRET_KEY: 'sk_test_1',
    CARDPAY_API_URL: url,
    PROVB_SECRET_KEY: 'sk',
    PROVB_API_URL: url,
    PROVC_SECRET_KEY: 'sk',
    PROVC_API_URL: url,
    PROVD_LOGIN: 'a',
    PROVD_TRANS_KEY: 'b',
    PROVD_SECRET_KEY: 'c',
    PROVD_API_URL: url,
    EBANX_INTEGRATION_KEY: 'a',
    EBANX_API_URL: url,
    YELLOWCARD_API_KEY: 'a',
    YELLOWCARD_SECRET_KEY: 'b',
    YELLOWCARD_API_URL: url,
  });
  return openProviders(payments, { publicUrl: 'https://voice.example.com', timeoutMs: DEADLINE_MS });
}

const ORDER: PaymentOrder = {
  reference: 'vox-1',
  purpose: 'plan',
  plan: 'starter',
  cents: 900,
  amountMinor: 900,
  currency: 'USD',
  country: 'BR',
  accountId: 'a',
  email: 'a@example.com',
  name: 'Ana',
  customerId: null,
  returnUrl: 'https://voice.example.com/',
};

const S3_ACCOUNT = { accessKeyId: 'a', secretAccessKey: 'b', bucket: 'c', region: 'us-east-1' };

const storageWay = (ask: (storage: ReturnType<typeof createS3Storage>) => Promise<unknown>): Way => ({
  file: 'src/platform/storage/s3-client.ts',
  async ask(endpoint) {
    const storage = createS3Storage({ endpoint, ...S3_ACCOUNT, requestMs: DEADLINE_MS });
    try {
      await ask(storage);
    } finally {
      storage.close();
    }
  },
  isExpected: isDomain,
});

/** Whatever a host answers, the doctor has a finding that is not its own fault. */
const doctorWay = (file: string, check: Check, settingsAt: (url: string) => NodeJS.ProcessEnv): Way => ({
  file: `src/main/doctor/${file}.ts`,
  async ask(url) {
    const { examined } = await examine(openInstallation(settingsAt(url)), [check], DEADLINE_MS);
    const findings = examined.flatMap((one) => one.findings);
    for (const { seen } of findings) assert.doesNotMatch(seen, /Not checked|The check itself failed/);
  },
  isExpected: () => false,
});

const WAYS: Record<string, Way> = {
  'a completion': withModel((model) => model.complete('Hello')),
  'a chat': withModel((model) => allOf(model.chat({ messages: [{ role: 'user', content: 'Hi' }] }))),
  ...Object.fromEntries(
    PROVIDER_NAMES.map((name): [string, Way] => [
      `a payment page of ${name}`,
      {
        file: name === 'stripe' ? 'src/money/providers/stripe/client.ts' : 'src/money/providers/json-api.ts',
        ask: (url) => providersAt(url)[name]?.openPage(ORDER, never) ?? assert.fail(`${name} is not open`),
        isExpected: isDomain,
      },
    ]),
  ),
  'putting an object': storageWay((s3) => s3.put('a', BODY, { contentType: 'text/plain' })),
  'the size of an object': storageWay((s3) => s3.head('a')),
  'deleting an object': storageWay((s3) => s3.delete('a')),
  'listing objects': storageWay((s3) => allOf(s3.list('a/'))),
  'creating a bucket': {
    file: 'src/platform/storage/s3-client.ts',
    ask: (endpoint) => createBucket({ endpoint, ...S3_ACCOUNT, requestMs: DEADLINE_MS }),
    isExpected: isDomain,
  },
  'the doctor at a language model': doctorWay('outside/language-model', languageModel, (url) => ({
    LLM_BASE_URL: url,
    LLM_MODEL: 'tiny',
  })),
  'the doctor at a time-stamp server': doctorWay('outside/signing-hosts', signingHosts, (url) => ({
    PROVENANCE_TIMESTAMP_URL: url,
  })),
  'the doctor at an object store': doctorWay('storage/store-clock', storeClock, (url) => ({
    S3_ENDPOINT: url,
    S3_BUCKET: 'c',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  })),
  'the doctor at a port that is taken': doctorWay('outside/port', port, (url) => ({
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
  })),
  // An address of this machine that does not look like one.
  'the doctor at a public address': doctorWay('outside/public-way', publicWay, (url) => ({
    PUBLIC_URL: `https://0.0.0.0:${new URL(url).port}`,
  })),
  'a signature': {
    file: 'src/work/provenance/signing/signing-service.ts',
    ask: (url) => askForSignature({ url, secret: 's' }, 'ES256', BODY, DEADLINE_MS),
    // The signer turns it into SigningFailed.
    isExpected: (error) => error instanceof Error,
  },
  'a time stamp': {
    file: 'src/work/provenance/signing/time-stamps.ts',
    ask: async (url) => {
      const options = { clock: new ManualClock(), log: silentLog, timeoutMs: DEADLINE_MS };
      assert.equal(await createTimeStamps(url, options)(BODY), null);
    },
    isExpected: () => false,
  },
  // Nothing that is traced may feel it: what cannot be sent is dropped.
  'spans of a trace, the log and metrics': {
    file: 'src/platform/otlp/collector.ts',
    ask: async (url) => {
      const limits = { timeoutMs: DEADLINE_MS, closeMs: DEADLINE_MS };
      const tracing = await openTracing(
        otlpTo(url),
        { log: silentLog, role: 'server', version: '1' },
        limits,
      );
      tracing.start('a call', { kind: 'server' })?.end();
      await tracing.close();
    },
    isExpected: () => false,
  },
  'registering a worker': {
    file: 'src/work/workers/server-calls.ts',
    ask: (server) =>
      createHttpSource({ server, secret: 's', name: 'n', capabilities: [] }).lease(
        AbortSignal.timeout(DEADLINE_MS),
      ),
    // The worker logs it and tries again.
    isExpected: (error) => error instanceof Error,
  },
};

describe('hosts of the operator that answer badly', () => {
  let hosts: HostileHosts;
  before(async () => {
    hosts = await openHostileHosts(BODY);
  });
  after(() => hosts.close());

  for (const [what, { ask, isExpected }] of Object.entries(WAYS))
    test(`${what}: an answer or the documented error, in time`, async () => {
      await Promise.all(
        hosts.all.map(async ({ name, url }) => {
          const error = await ask(url).then(
            () => null,
            (failure: unknown) => failure,
          );
          assert.ok(error === null || isExpected(error), `${name}: ${error}`);
        }),
      );
    });

  test('every module that asks a host of the operator is among them', () => {
    const asking = sourceFiles().filter((file) => /\boperatorFetch\(|new S3Client\(/.test(sourceText(file)));
    const tried = new Set(Object.values(WAYS).map(({ file }) => file));
    assert.deepEqual(
      asking.filter((file) => file !== 'src/platform/operator-fetch.ts' && !tried.has(file)),
      [],
    );
  });

  test('nothing else in the service opens a connection', () => {
    const DOORS: readonly RegExp[] = [
      /^src\/platform\/(safe-fetch\/|operator-fetch|storage\/(s3-|create-bucket)|mail\/|database\/)/,
      // A program of its own, which asks the service beside it; and the certificate of the operator's own address.
      /^src\/main\/(check-health|doctor\/outside\/public-way)\.ts/,
      // A socket in the data folder; the client of a WebSocket is only compared with.
      /^src\/main\/control-socket/,
      /^src\/http\/sockets\//,
    ];
    const opens =
      /(?<![.\w])fetch\(|from '(undici|nodemailer|pg|ws|@aws-sdk\/[\w-]+|node:(http2?|https|tls|dgram))'|\b(connect|createConnection)\b.* from 'node:net'/;
    const opening = sourceFiles().filter((file) =>
      sourceText(file)
        .split('\n')
        .some((line) => opens.test(line) && !/import type|STATUS_CODES|^\s*(\*|\/\/)/.test(line)),
    );
    assert.deepEqual(
      opening.filter((file) => !DOORS.some((door) => door.test(file))),
      [],
    );
  });
});

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
