import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openCustomer } from '../../tests/support/customer.ts';
import { openTestService, type TestService } from '../../tests/support/test-service.ts';
import { install, pack, run, versionOf } from '../testing/pack.ts';

describe('the package of the command', () => {
  let folder: string;
  let app: string;
  let service: TestService;
  let env: NodeJS.ProcessEnv;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-cli-package-'));
    const packing = Promise.all([pack('cli', folder), pack('client', folder)]);
    service = await openTestService();
    app = await install(folder, await packing);
    const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { apiKey } = await openCustomer(service);
    env = { ...process.env, HOME: folder, VOX_BASE_URL: baseUrl, VOX_API_KEY: apiKey };
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const vox = (...args: string[]) =>
    run(process.execPath, [join(app, 'node_modules/.bin/vox'), ...args], { cwd: folder, env });

  test('installs beside the client without a network, and speaks', async () => {
    assert.deepEqual((await readdir(join(app, 'node_modules/@vox-humana'))).sort(), ['cli', 'client']);
    assert.equal((await vox('--version')).stdout.trim(), await versionOf('.'));
    assert.match((await vox('say', 'Hello there.', '-o', 'hello.wav')).stdout, /^hello\.wav: \d+ kB\n$/);
    assert.equal((await readFile(join(folder, 'hello.wav'))).toString('latin1', 0, 4), 'RIFF');
  });

  test('contains no tests', async () => {
    const files = await readdir(join(app, 'node_modules/@vox-humana/cli/dist'), { recursive: true });
    assert.ok(files.length > 40);
    for (const file of files) assert.doesNotMatch(file, /\.test\.|testing/);
  });

  test('has the version of the service', async () => {
    assert.equal(await versionOf('packages/cli'), await versionOf('.'));
  });
});
