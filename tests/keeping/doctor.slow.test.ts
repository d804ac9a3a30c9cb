import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { CHECKS } from '../../src/main/doctor/checks.ts';
import { type Examined, examine } from '../../src/main/doctor/examine.ts';
import { openInstallation } from '../../src/main/doctor/installation.ts';
import { statusOf } from '../../src/main/doctor/report.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { startLocalS3 } from '../../src/platform/storage/testing/local-s3.ts';

const DOCTOR = join(import.meta.dirname, '../../src/main/doctor.ts');
/** Those that read half a gigabyte or start programs; they have tests of their own. */
const COSTLY = ['weights', 'sandbox', 'ffmpeg', 'translation'];
const PASSWORD = 'sesame-open-0815';
const SECRETS = {
  SESSION_SECRET: 'f3a9c1d27be84065a1c2d3e4f5061728',
  WORKER_SECRET: '0c7d1e93ab5f48624d3c2b1a09f8e7d6',
  METRICS_TOKEN: '77aa31bc90de42f5',
  DATA_KEYS: '2026:5be1f20937ac4d68e0d1c2b3a4958677',
};
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://voice.example.com', ...SECRETS };

describe('./run doctor', () => {
  let folder: string;
  let s3: Awaited<ReturnType<typeof startLocalS3>>;
  /** Listens and never says a word. */
  let silent: Server;
  let silentPort: number;
  const sockets = new Set<Socket>();
  const opened: { close(): Promise<void> }[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doctor-'));
    s3 = await startLocalS3();
    silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    silentPort = (silent.address() as AddressInfo).port;
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await Promise.all(opened.map((installation) => installation.close()));
    await s3.close();
    await rm(folder, { recursive: true });
  });

  const bucket = (): NodeJS.ProcessEnv => ({
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: s3.settings.endpoint,
    AWS_ACCESS_KEY_ID: s3.settings.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  });

  async function look(env: NodeJS.ProcessEnv, limitMs?: number): Promise<Examined[]> {
    const installation = openInstallation({ DATA_DIR: join(folder, 'data'), PORT: '18099', ...env });
    opened.push(installation);
    // The public address of an example is nobody's.
    const checks = CHECKS.filter(({ id }) => ![...COSTLY, 'public-way'].includes(id));
    const { examined } = await examine(installation, checks, limitMs);
    return examined;
  }

  /** What is wrong, the check that finds it, and what it says to do. */
  const BROKEN: readonly (readonly [string, () => NodeJS.ProcessEnv, string, RegExp])[] = [
    ['a setting that is not valid', () => ({ JOB_CONCURRENCY: 'many' }), 'configuration', /from 0 to 64/],
    ['production without its secrets', () => ({ NODE_ENV: 'production' }), 'configuration', /openssl rand/],
    [
      'a public address in development',
      () => ({ PUBLIC_URL: 'https://voice.example.com' }),
      'public-address',
      /NODE_ENV=production/,
    ],
    [
      'a database that is not started',
      () => ({ DATABASE_URL: `postgres://vox:${PASSWORD}@127.0.0.1:1/vox` }),
      'database',
      /Start PostgreSQL/,
    ],
    [
      'a bucket that is not there',
      () => ({ ...bucket(), S3_BUCKET: 'misspelt' }),
      'object-store',
      /S3_BUCKET/,
    ],
    [
      'a wrong key of the object store',
      () => ({ ...bucket(), AWS_SECRET_ACCESS_KEY: PASSWORD }),
      'object-store',
      /correct the key/,
    ],
    ['a port of another program', () => ({ PORT: String(silentPort) }), 'port', /Set PORT/],
    [
      'a DATA_DIR that is no folder',
      () => ({ DATA_DIR: import.meta.filename }),
      'data-folder',
      /Set DATA_DIR/,
    ],
    [
      'a test key in production',
      () => ({
        ...PRODUCTION,
        CARDPAY_SECRET_KEY: `sk_test_${PASSWORD}`,
        CARDPAY_WEBHOOK_SECRET: 'whsec_01234567',
      }),
      'payments',
      /the live key/,
    ],
    [
      'everybody trusted as a proxy',
      () => ({ ...PRODUCTION, TRUST_PROXY: '0.0.0.0/0' }),
      'proxy-trust',
      /the proxies alone/,
    ],
    [
      'a mail server that is not there',
      () => ({ SMTP_URL: `smtp://vox:${PASSWORD}@127.0.0.1:1`, MAIL_FROM: 'a@example.com' }),
      'mail',
      /SMTP_URL/,
    ],
    [
      'backups that are not where they were',
      () => ({ DATA_DIR: join(folder, 'unmounted') }),
      'backups',
      /Mount it/,
    ],
  ];

  for (const [what, env, id, remedy] of BROKEN)
    test(`${what}: ${id} says the remedy`, async () => {
      if (id === 'backups') await rememberUnmounted(join(folder, 'unmounted'));
      const examined = await look(env());
      const found = examined.find((one) => one.id === id)?.findings.find(({ level }) => level === 'fault');
      assert.match(found?.remedy ?? '', remedy);
      assert.equal(statusOf(examined), 1);
      assert.ok(!JSON.stringify(examined).includes(PASSWORD));
      assert.deepEqual(
        examined.filter(({ findings }) => findings.some(({ seen }) => /check itself/.test(seen))),
        [],
      );
    });

  test('hosts that never answer end neither the others nor the whole', async () => {
    const here = `127.0.0.1:${silentPort}`;
    const examined = await look(
      {
        DATABASE_URL: `postgres://vox:${PASSWORD}@${here}/vox`,
        SMTP_URL: `smtp://${here}`,
        MAIL_FROM: 'a@example.com',
      },
      500,
    );
    const late = examined.filter(({ findings }) => /no answer within/.test(findings[0]?.seen ?? ''));
    assert.deepEqual(
      late.map(({ id }) => id).filter((id) => ['database', 'mail'].includes(id)),
      ['database', 'mail'],
    );
    assert.equal(examined.find(({ id }) => id === 'configuration')?.level, 'good');
  });

  test('a set-up that is complete has no fault, and stays as it is', async () => {
    const dataDir = join(folder, 'whole');
    await mkdir(dataDir, { mode: 0o700 });
    const env = { ...PRODUCTION, ...bucket(), DATA_DIR: dataDir, TRUST_PROXY: '1' };
    const examined = await look(env);
    assert.deepEqual(
      examined.filter(({ level }) => level === 'fault'),
      [],
    );
    assert.deepEqual(await readdir(dataDir), []);
  });

  test('the command ends with status 0 for a newcomer, and makes no folder', async () => {
    const dataDir = join(folder, 'newcomer');
    const { stdout } = await run({ DATA_DIR: dataDir, PORT: '18099' }, ['--json', ...quick()]);
    const report = JSON.parse(stdout);
    assert.equal(report.status, 0);
    assert.equal(report.counts.fault, 0);
    assert.equal(report.checks.find(({ id }: { id: string }) => id === 'configuration').level, 'good');
    await assert.rejects(stat(dataDir), { code: 'ENOENT' });
  });

  test('the command ends with status 1 for a fault, even while a thread waits for ever', async () => {
    const dataDir = join(folder, 'stuck');
    await mkdir(join(dataDir, 'backup'), { recursive: true });
    // Who opens it waits for a writer, as with a folder on a server that is gone.
    await promisify(execFile)('mkfifo', [join(dataDir, 'backup', 'last.json')]);
    const { stdout, status } = await run({ DATA_DIR: dataDir, PORT: 'x' }, ['configuration', 'backups']);
    assert.equal(status, 1);
    assert.match(stdout, /^fault {4}configuration {2}PORT: "x" is not valid\.$/m);
    assert.match(stdout, /^fault {4}backups {8}There was no answer within 10 s\.$/m);
    assert.match(stdout, /\n\n2 checks: 0 good, 0 with warnings, 2 with faults\.\n$/);
  });

  test('a check that there is not is named, with those that there are', async () => {
    const { stderr, status } = await run({}, ['databse']);
    assert.equal(status, 2);
    assert.match(stderr, /no check "databse"\. There are: configuration, .*database/);
  });

  const quick = (): string[] => CHECKS.map(({ id }) => id).filter((id) => !COSTLY.includes(id));
});

/** Where a backup was made last is known, and is not there. */
async function rememberUnmounted(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'backup'), { recursive: true });
  await createDiskStorage({ dataDir });
  const place = join(dataDir, 'not-mounted');
  await writeFile(join(dataDir, 'backup', 'last.json'), JSON.stringify({ place, id: 'x' }));
}

async function run(env: NodeJS.ProcessEnv, args: readonly string[]) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child: ChildProcess = spawn(process.execPath, [DOCTOR, ...args], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    said.stdout += part;
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    said.stderr += part;
  });
  const [status] = await once(child, 'close');
  return { ...said, status };
}
