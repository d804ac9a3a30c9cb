import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { openSandbox } from './sandbox.ts';
import { type StartedFfmpeg, startFfmpeg } from './start-ffmpeg.ts';
import { findServiceTools } from './testing/service-tools.ts';

const LIMITS = { cpuSeconds: 60, memoryMib: 1_536, writtenMib: 1 };
const RAW = ['-nostdin', '-v', 'error', '-f', 's16le', '-ar', '8000', '-ac', '1'];
const COPY = ['-c', 'copy', '-f', 's16le'];
const SECRET = 'a secret of DATA';

describe('the sandbox of ffmpeg', () => {
  let folder: string;
  let ffmpeg: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const tools = await findServiceTools();
    assert.ok(tools.ffmpeg, 'this test needs ffmpeg');
    ffmpeg = tools.ffmpeg;
    await writeFile(join(folder, 'secret'), SECRET);
  });
  after(() => rm(folder, { recursive: true }));

  /** A bubblewrap of our making, to which the arguments after `--` are the command. */
  const openWith = async (script: string, options: { hidden?: string[] } = {}) => {
    const bin = await mkdtemp(join(folder, 'bin-'));
    await writeFile(join(bin, 'bwrap'), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, 'bwrap'), 0o755);
    return openSandbox(ffmpeg, { hidden: options.hidden ?? [], env: { PATH: bin } });
  };
  const READS_ALL = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"';

  test('is not used, and says why, where bubblewrap is missing or may not make namespaces', async () => {
    assert.deepEqual(await openSandbox(ffmpeg, { hidden: [], env: { PATH: folder } }), {
      sandbox: null,
      problem: 'bwrap was not found',
    });
    const forbidden = 'echo "bwrap: No permissions to create new namespace" >&2; exit 1';
    const { sandbox, problem } = await openWith(forbidden);
    assert.equal(sandbox, null);
    assert.match(problem ?? '', /No permissions to create new namespace/u);
  });

  test('is not used if it hides nothing', async () => {
    const { sandbox, problem } = await openWith(READS_ALL);
    assert.equal(sandbox, null);
    assert.match(problem ?? '', /files beside the one that it is shown are visible/u);
  });

  test('does without what an older bubblewrap lacks', async () => {
    const older = 'case "$*" in *--disable-userns*) echo "Unknown option" >&2; exit 1;; esac';
    const hides = 'case "$*" in *"--ro-bind "*/shown.pcm*file:*/beside.pcm*) exit 1;; esac';
    const { sandbox } = await openWith(`${older}\n${hides}\n${READS_ALL}`);
    assert.equal(sandbox?.includes('--unshare-all'), true);
    assert.equal(sandbox?.includes('--disable-userns'), false);
  });

  test('hides a data folder that lies among the libraries', async () => {
    const entries = await readdir('/usr/lib', { withFileTypes: true });
    const data = `/usr/lib/${entries.find((entry) => entry.isDirectory())?.name}`;
    const hides = 'case "$*" in *"--ro-bind "*/shown.pcm*file:*/beside.pcm*) exit 1;; esac';
    const hidden = [data, '/usr/lib/not-there', folder];
    const { sandbox } = await openWith(`${hides}\n${READS_ALL}`, { hidden });
    const covered = sandbox?.flatMap((arg, i) => (sandbox[i - 1] === '--tmpfs' ? [arg] : []));
    assert.deepEqual(covered, [data]);
  });

  /** Runs with what this machine offers. Where it allows no sandbox, the first test shows what the service says. */
  const run = async (
    ...args: string[]
  ): Promise<{ stdout: string; code: number | null; isAlone: boolean }> => {
    const tools = await findServiceTools();
    const child = startFfmpeg(tools, args, { limits: LIMITS, input: 'ignore' });
    const stdout = await text(child.stdout);
    return { stdout, code: (await child.exited).code, isAlone: tools.sandbox !== null };
  };

  test('shows ffmpeg the files of its arguments, to read or to write', async () => {
    const input = join(folder, 'secret');
    const output = join(folder, 'written.wav');
    assert.deepEqual((await run(...RAW, '-i', `file:${input}`, ...COPY, 'pipe:1')).stdout, SECRET);
    const written = await run(...RAW, '-i', `file:${input}`, '-f', 'wav', '-y', `file:${output}`);
    assert.equal(written.code, 0);
    assert.equal((await run('-v', 'error', '-i', `file:${output}`, ...COPY, 'pipe:1')).stdout, SECRET);
    const refused = await run(...RAW, '-i', `file:${input}`, '-f', 'wav', '-y', `file:${input}`, 'pipe:9');
    assert.notEqual(refused.code, 0, 'a file that is read is not written');
  });

  test('shows ffmpeg nothing else: no other file, no link to one, no process, no device', async () => {
    await symlink(join(folder, 'secret'), join(folder, 'link'));
    const others = [
      join(folder, 'secret'),
      join(folder, 'link'),
      '/etc/passwd',
      '/proc/self/environ',
      '/dev/zero',
    ];
    for (const path of others) {
      // The path has no protocol in front, because a broken decoder would open it that way.
      const { stdout, isAlone } = await run(...RAW, '-t', '0.1', '-i', path, ...COPY, 'pipe:1');
      assert.equal(stdout.length > 0, !isAlone, path);
    }
  });

  test('lets ffmpeg reach no server, not even one on this machine', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end(SECRET);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { isAlone } = await run(...RAW, '-i', `http://127.0.0.1:${port}/`, ...COPY, 'pipe:1');
    server.close();
    assert.equal(asked > 0, !isAlone);
  });

  async function killAtAnyMoment(kill: (child: StartedFfmpeg) => void): Promise<void> {
    const tools = await findServiceTools();
    const sine = ['-v', 'error', '-re', '-f', 'lavfi', '-i', 'sine', '-f', 's16le', 'pipe:1'];
    for (let turns = 0; turns < 30; turns += 1) {
      const child = startFfmpeg(tools, sine, { limits: LIMITS, input: 'ignore' });
      child.stdout.resume();
      for (let i = 0; i < turns; i += 1) await new Promise((resolve) => setImmediate(resolve));
      kill(child);
      const { code, killedBy } = await child.exited;
      assert.ok(code !== 0 || killedBy !== null);
    }
  }

  test('a child that is killed at any moment of its start is gone', () =>
    killAtAnyMoment((child) => child.kill()));

  test('so is one of which somebody else kills only the first process', () =>
    killAtAnyMoment(() => {
      const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();
      for (const pid of children.split(' ')) process.kill(Number(pid), 'SIGKILL');
    }));
});
