import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { configPath, protectConfig, readConfig, writeConfig } from './config.ts';
import { resolveConnection } from './connection.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vox-cli-'));
});
after(() => rm(folder, { recursive: true }));

describe('the config file', () => {
  test('can only be read by its owner, even if it was copied', async () => {
    const path = configPath({ XDG_CONFIG_HOME: folder }, '/nowhere');
    await writeConfig(path, { profiles: { default: { baseUrl: 'http://a.test', apiKey: 'k' } } });
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await chmod(path, 0o644);
    assert.equal(await protectConfig(path), true);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await readConfig(path)).profiles.default?.apiKey, 'k');
  });

  test('that is broken is an error, and a missing one is empty', async () => {
    await writeFile(join(folder, 'broken'), '{');
    await assert.rejects(readConfig(join(folder, 'broken')), /is not valid JSON/);
    assert.deepEqual(await readConfig(join(folder, 'none')), { profiles: {} });
  });
});

describe('a connection', () => {
  const config = {
    profiles: {
      default: { baseUrl: 'https://vox.test', apiKey: 'key of the default' },
      work: { baseUrl: 'https://work.test/', apiKey: 'key of work' },
    },
  };

  test('is that of the profile, unless the environment says otherwise', async () => {
    const plain = await resolveConnection({}, {}, config);
    assert.deepEqual([plain.baseUrl, plain.apiKey], ['https://vox.test', 'key of the default']);
    const work = await resolveConnection({ profile: 'work' }, {}, config);
    assert.deepEqual([work.baseUrl, work.apiKey], ['https://work.test', 'key of work']);
    const env = { VOX_PROFILE: 'work', VOX_API_KEY: 'another' };
    assert.equal((await resolveConnection({}, env, config)).apiKey, 'another');
  });

  test('never sends the key of a profile to another service', async () => {
    const elsewhere = await resolveConnection({ baseUrl: 'https://evil.test' }, {}, config);
    assert.equal(elsewhere.apiKey, null);
    assert.equal((await resolveConnection({}, { VOX_BASE_URL: 'http://vox.test' }, config)).apiKey, null);
  });

  test('is the demo account of this machine when nothing is configured', async () => {
    await writeFile(join(folder, 'demo-key'), 'the demo key\n');
    await writeFile(join(folder, 'local-url'), 'http://127.0.0.1:8093');
    const env = { VOX_LOCAL_DATA: folder };
    const found = await resolveConnection({}, env, { profiles: {} });
    assert.deepEqual([found.baseUrl, found.apiKey], ['http://127.0.0.1:8093', 'the demo key']);
    const remote = await resolveConnection({ baseUrl: 'https://vox.test' }, env, { profiles: {} });
    assert.equal(remote.apiKey, null);
    assert.equal((await resolveConnection({}, env, config)).apiKey, 'key of the default');
  });

  test('needs an address with http', async () => {
    for (const baseUrl of ['vox.test', 'file:///etc/passwd', 'nonsense'])
      await assert.rejects(resolveConnection({ baseUrl }, {}, config), { name: 'UsageError' });
  });
});
