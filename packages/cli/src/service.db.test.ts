import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type Admin, type Customer, openAdmin, openCustomer } from '../../../tests/support/customer.ts';
import { holdVideos } from '../../../tests/support/follow-job.ts';
import { sound } from '../../../tests/support/media-files.ts';
import { openTestService, type TestService } from '../../../tests/support/test-service.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const PASSWORD = 'correct horse battery staple';

describe('the command, as a process against the service', () => {
  let service: TestService;
  let customer: Customer;
  let admin: Admin;
  let baseUrl: string;
  let folder: string;
  before(async () => {
    service = await openTestService();
    baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    [customer, admin] = [await openCustomer(service), await openAdmin(service)];
    folder = await mkdtemp(join(tmpdir(), 'vox-cli-'));
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const start = (args: string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      // There is no player without a PATH.
      env: {
        PATH: '',
        HOME: folder,
        VOX_BASE_URL: baseUrl,
        VOX_API_KEY: customer.apiKey,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...env,
      },
    });
  const ended = async (child: ChildProcessWithoutNullStreams, stdin: string | Buffer = '') => {
    child.stdin.end(stdin);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: code as number | null, out, err };
  };
  const vox = (args: string[], { stdin, env }: { stdin?: string | Buffer; env?: NodeJS.ProcessEnv } = {}) =>
    ended(start(args, env), stdin);

  test('speaks into a file of its own, a named one and a pipe', async () => {
    for (const name of ['hello-there.wav', 'hello-there-2.wav']) {
      const { code, out } = await vox(['say', 'Hello there.']);
      assert.deepEqual([code, out.split(':')[0]], [0, name]);
    }
    await writeFile(join(folder, 'named.wav'), 'old');
    const { out } = await vox(['say', '--json', '-o', 'named.wav', '-f', '-'], { stdin: 'From a pipe.\n' });
    assert.deepEqual([JSON.parse(out).path, JSON.parse(out).characters], ['named.wav', 12]);
    assert.equal((await readFile(join(folder, 'named.wav'))).toString('latin1', 0, 4), 'RIFF');
    assert.match((await vox(['say', '-o', '-', 'Hello'])).out, /^RIFF/);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('part')),
      [],
    );
  });

  test('transcribes a file and standard input', async () => {
    await writeFile(join(folder, 'talk.wav'), sound(2));
    assert.equal((await vox(['transcribe', 'talk.wav'])).out, 'Hello there, General.\n');
    const { out } = await vox(['transcribe', '--json', '-'], { stdin: sound(2) });
    assert.equal(JSON.parse(out).text, 'Hello there, General.');
    assert.match((await vox(['transcribe', '-f', 'srt', 'talk.wav'])).out, /^1\n00:00:00/);
  });

  test('films, with plain lines of progress in a pipe', async () => {
    // Held until its progress is told: a fast machine would be done before it is asked.
    const release = holdVideos(service);
    const child = start(['film', 'Hello there.', '-o', 'film.mp4']);
    child.stderr.on('data', (line) => /: rendering, \d+ %\n/.test(line) && release());
    const { code, out } = await ended(child);
    assert.deepEqual([code, out], [0, 'film.mp4\n']);
    assert.ok((await stat(join(folder, 'film.mp4'))).size > 100);
    const { jobs } = JSON.parse((await vox(['jobs', '--json'])).out);
    assert.equal((await vox(['jobs', 'download', jobs[0].job_id])).code, 0);
  });

  test('stops waiting on Ctrl-C, and cancels if it is told to', async () => {
    const release = holdVideos(service);
    try {
      for (const [args, said] of [
        [[], /The job goes on.\n {2}Follow it: vox jobs wait job_/],
        [['--cancel-on-interrupt'], /The job job_\w+ was canceled/],
      ] as const) {
        const child = start(['film', 'Hello there.', ...args]);
        child.stderr.once('data', () => child.kill('SIGINT'));
        const { code, err } = await ended(child);
        assert.equal(code, 130);
        assert.match(err, said);
      }
    } finally {
      release();
    }
  });

  test('says by its exit code what is wrong', async () => {
    const refused = await vox(['voices'], { env: { VOX_API_KEY: 'sk_live_wrong' } });
    assert.equal(refused.code, 3);
    assert.match(refused.err, /request req_\w+\)\n {2}Sign in/);
    assert.equal((await vox(['voices'], { env: { VOX_API_KEY: '' } })).code, 3);
    const unknown = await vox(['say', '--json', '-v', 'nobody', 'Hello']);
    assert.equal(unknown.code, 1);
    assert.equal(JSON.parse(unknown.out).exit_code, 1);
    assert.match(JSON.parse(unknown.out).error.request_id, /^req_/);
    const poor = await openCustomer(service);
    await admin.leave(poor, 0);
    assert.equal((await vox(['say', 'Hello'], { env: { VOX_API_KEY: poor.apiKey } })).code, 4);
    assert.equal((await vox(['voices'], { env: { VOX_BASE_URL: 'http://127.0.0.1:1' } })).code, 5);
    assert.equal((await vox(['transcribe', 'none.wav'])).code, 1);
    const full = await vox(['say', '-o', '/dev/full', 'Hello']);
    assert.deepEqual([full.code, full.err], [1, 'vox: /dev/full could not be written: the disk is full.\n']);
  });

  test('does not save the page of a proxy as sound', async () => {
    const proxy = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'),
    );
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    const env = { VOX_BASE_URL: `http://127.0.0.1:${port}` };
    const { code, err } = await vox(['say', '-o', 'page.wav', 'Hello'], { env });
    proxy.close();
    assert.equal(code, 5);
    assert.match(err, /not a file but text\/html/);
    assert.ok(!(await readdir(folder)).includes('page.wav'));
  });

  test('ends quietly when its reader has had enough', async () => {
    const child = start(['voices']);
    child.stdout.destroy();
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual([code, err], [0, '']);
  });

  test('signs in, manages keys and signs out', async () => {
    const email = 'ann@example.com';
    await customer.bySession('POST', '/api/auth', { action: 'signup', email, password: PASSWORD });
    const env = { VOX_API_KEY: '' };
    const wrong = await vox(['login', '--email', email, '--password-stdin'], { env, stdin: 'wrong' });
    assert.equal(wrong.code, 3);
    const login = await vox(['login', '--email', email, '--password-stdin'], { env, stdin: PASSWORD });
    assert.equal(login.code, 0, login.err);
    const path = join(folder, '.config/vox-humana/config.json');
    const { apiKey } = JSON.parse(await readFile(path, 'utf8')).profiles.default;
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.ok(!`${login.out}${login.err}`.includes(apiKey));
    const made = await vox(['keys', 'create', 'ci', '-p', 'speech', '--monthly-credits', '50', '--json'], {
      env,
    });
    const { id, permissions } = JSON.parse(made.out);
    assert.deepEqual(permissions, ['speech']);
    assert.equal((await vox(['keys', 'revoke', id], { env })).out, `${id} revoked\n`);
    assert.match((await vox(['keys'], { env })).out, /vox on /);
    assert.equal((await vox(['usage'], { env })).code, 0);
    assert.equal((await vox(['logout'], { env })).out, 'Signed out.\n');
    assert.equal((await vox(['usage'], { env })).code, 3);
    assert.equal((await vox(['usage'], { env: { VOX_API_KEY: apiKey } })).code, 3);
  });
});
