/**
 * npm run upgrades:record -- COMMIT
 *
 * Starts an earlier version on an empty PostgreSQL, uses it as a customer would, stops it while jobs and webhooks wait, and keeps its
 * database and what it answered in tests/keeping/upgrades, which today's version must read (docs/decisions/0050-upgrades.md).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openEmptyDatabase } from '../../src/platform/database/testing.ts';
import { type Recorded, SECRETS } from '../../tests/keeping/upgrades/recorded.ts';
import type { ServiceOptions } from '../running-service/service-process.ts';
import { type EarlierCustomer, openEarlierCustomer } from './customer.ts';
import { checkOut, startVersion } from './earlier-version.ts';
import { CARDPAY_WEBHOOK_SECRET, DEAF_RECEIVER, exerciseVersion } from './exercise-version.ts';

const run = promisify(execFile);
const KEPT = join(import.meta.dirname, '../../tests/keeping/upgrades');
const PG_DUMP = ['--no-owner', '--no-privileges', '--no-comments', '--rows-per-insert=100'];
/** Of the program, not of a customer. */
const CATALOGUES = ['/api/v1/voices', '/api/v1/voices/community', '/api/v1/avatars', '/v1/models'];
const LARGEST_FILE_BYTES = 20_000;
const say = (line: string): void => void process.stdout.write(`${line.slice(0, 300)}\n`);

const [name = '', ...rest] = process.argv.slice(2);
if (name === '' || rest.length > 0) throw new Error('Usage: npm run upgrades:record -- COMMIT');
const version = await checkOut(name);
const database = await openEmptyDatabase(process.env.TEST_DATABASE_URL ?? '');
const dataDir = await mkdtemp(join(tmpdir(), 'vox-recorded-'));
const options: ServiceOptions = {
  dataDir,
  databaseUrl: database.url,
  outboundAllow: DEAF_RECEIVER,
  settings: { ...SECRETS, PUBLIC_URL: 'http://localhost', CARDPAY_WEBHOOK_SECRET },
};
try {
  const used = await startVersion(version, options);
  const customer = await openEarlierCustomer(used.url);
  const calls = await exerciseVersion(customer, say);
  await used.stop();
  // What waits goes on waiting while the answers are read.
  const idle = await startVersion(version, { ...options, jobConcurrency: 0 });
  const answers = await readAnswers(idle.url, customer);
  const at = new Date().toISOString();
  await idle.stop();
  const { commit } = version;
  const { credentials } = customer;
  const recorded: Recorded = { commit, at, credentials, answers, calls, files: await readFiles() };
  const path = join(KEPT, `${version.date}-${commit}`);
  await writeFile(`${path}.json`, `${JSON.stringify(recorded, null, 1)}\n`);
  await writeFile(`${path}.sql.gz`, gzipSync(await dump(database.url), { level: 9 }));
} finally {
  await rm(dataDir, { recursive: true });
  await database.drop();
}

async function readAnswers(url: string, { listings, call }: EarlierCustomer): Promise<Recorded['answers']> {
  const answers: Recorded['answers'] = {};
  for (const path of listings().filter((listing) => !CATALOGUES.includes(listing))) {
    const { status, bytes } = await call(`GET ${path}`, undefined, { url });
    say(`GET ${path}: ${status}, ${bytes.length} bytes`);
    if (status === 200) answers[path] = JSON.parse(`${bytes}`);
  }
  return answers;
}

/** Without the settings of its session, and without the name of this machine. */
async function dump(databaseUrl: string): Promise<string> {
  const { stdout } = await run('pg_dump', [...PG_DUMP, databaseUrl], { maxBuffer: 1e8 });
  const lines = stdout
    .split('\n')
    .filter((line) => !/^(--|SET |\\|SELECT pg_catalog\.set_config|$)/.test(line));
  return lines.join('\n').replaceAll(`'${hostname()}'`, `'earlier-node'`);
}

async function readFiles(): Promise<Recorded['files']> {
  const root = join(dataDir, 'storage');
  const { stdout } = await run('find', [
    root,
    '-type',
    'f',
    '-size',
    `-${LARGEST_FILE_BYTES}c`,
    '-printf',
    '%P\n',
  ]);
  const paths = stdout
    .split('\n')
    .filter((path) => path !== '')
    .sort();
  const read = async (path: string) => [path, await readFile(join(root, path), 'base64')] as const;
  return Object.fromEntries(await Promise.all(paths.map(read)));
}
