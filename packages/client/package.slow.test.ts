import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { install, pack, run, TSC, versionOf } from '../testing/pack.ts';

const PROGRAM = `
import { createClient, type Job, NotFoundError } from '@vox-humana/client';
import { findPlayer, play } from '@vox-humana/client/play';
import { verifyWebhook } from '@vox-humana/client/webhooks';
const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'sk_live_x', maxRetries: 0 });
export const wait = (id: string): Promise<Job> => client.jobs.wait(id);
export const say = () => play(client.speech.stream({ text: 'Hello.', voice_id: 'af_heart' }));
// @ts-expect-error: text is missing
export const speak = () => client.speech.create({ voice_id: 'af_heart' });
const error = await client.jobs.get('a').catch((caught: unknown) => caught);
console.log(JSON.stringify([String(error), typeof verifyWebhook, typeof findPlayer, NotFoundError.name]));
`;

describe('the package', () => {
  let folder: string;
  let app: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-client-'));
    app = await install(folder, [await pack('client', folder)]);
    await writeFile(join(app, 'program.ts'), PROGRAM);
  });
  after(() => rm(folder, { recursive: true }));

  test('installs without a network, and a program runs with it', async () => {
    assert.deepEqual((await readdir(join(app, 'node_modules/@vox-humana'))).sort(), ['client']);
    const { stdout } = await run(process.execPath, ['program.ts'], { cwd: app });
    const failed = 'ConnectionError: The connection to the service failed.';
    assert.deepEqual(JSON.parse(stdout), [failed, 'function', 'function', 'NotFoundError']);
  });

  test('brings types that need no others than those of the web', async () => {
    const flags = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom',
    ];
    await run(process.execPath, [TSC, ...flags, 'program.ts'], { cwd: app });
  });

  test('contains no tests, and no module of Node', async () => {
    const dist = join(app, 'node_modules/@vox-humana/client/dist');
    const files = await readdir(dist, { recursive: true });
    assert.deepEqual(
      files.filter((file) => file.includes('.test.')),
      [],
    );
    const scripts = files.filter((file) => file.endsWith('.js'));
    assert.ok(scripts.length > 10);
    for (const file of scripts)
      assert.doesNotMatch(await readFile(join(dist, file), 'utf8'), /(from|import\() *['"]node:/);
  });

  test('loads only what an entry point needs', async () => {
    const dist = join(app, 'node_modules/@vox-humana/client/dist');
    const main = await reachedFrom(join(dist, 'index.js'));
    assert.ok(main.size > 20 && [...main].every((file) => !file.includes('/play')));
    const webhooks = await reachedFrom(join(dist, 'webhooks.js'));
    assert.deepEqual(
      [...webhooks].map((file) => relative(dist, file)),
      ['webhooks.js', 'base-errors.js'],
    );
  });

  test('has the version of the service, whose document its types come from', async () => {
    assert.equal(await versionOf('packages/client'), await versionOf('.'));
  });
});

/** The modules that one module loads, as a bundler follows them. */
async function reachedFrom(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = (await readFile(file, 'utf8')).matchAll(/(?:from|import\(?) *["'](\.[^"']+)["']/g);
  for (const [, path = ''] of imports) await reachedFrom(resolve(dirname(file), path), seen);
  return seen;
}
