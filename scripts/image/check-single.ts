import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { descendantsOf } from '../running-service/processes.ts';
import { freePort } from '../running-service/service-process.ts';
import { stopsCleanly, survivesKilledEngine, survivesKilledProgram } from './check-ends.ts';
import type { Containers } from './engine.ts';
import {
  firstSoundMs,
  keyOf,
  NAME,
  report,
  type Single,
  seconds,
  statusAtEnd,
  timeStart,
} from './service.ts';
import { hears, speaks } from './talk.ts';

const DATA = 'vox-single-data:/data';
const SCRATCH = '--tmpfs=/tmp:mode=1777';
const USER = '1000';

/** One container with one volume: what `docker run` gives. */
export async function checkSingle(containers: Containers, image: string): Promise<void> {
  const port = await freePort();
  const single = { containers, image, server: `http://127.0.0.1:${port}`, port };
  await start(single, 'first start, empty volume');
  await checkProcesses(single);
  await checkTalk(single);
  await checkCommands(single);
  await refusesSecondOnVolume(single);
  await survivesKilledEngine(single);
  await survivesKilledProgram(single);
  await stopsCleanly(single);
  await saysWhatIsMissing(single);
  await checkSandbox(single);
}

async function start(single: Single, what: string, flags: readonly string[] = []): Promise<void> {
  const { containers, image, server, port } = single;
  const env = { PORT: String(port), HOST: '127.0.0.1' };
  const startMs = performance.now();
  await containers.start(image, { name: NAME, env, volumes: [DATA], flags: [SCRATCH, ...flags] });
  const runMs = performance.now() - startMs;
  const { answeredMs, readyMs, health } = await timeStart(server);
  report(
    `${what}: container made in ${seconds(runMs)}, healthy ${seconds(answeredMs)} later, speech warm ${seconds(readyMs)}`,
  );
  report(`first byte of sound after ${seconds(await firstSoundMs({ server, key: await keyOf(single) }))}`);
  assert.doesNotMatch(
    await containers.logsOf(NAME),
    /Preparing the speech model/,
    'the weights were hashed anew',
  );
  report(`sandbox of ffmpeg: ${health.checks.sandbox}`);
}

/** One tree under an init, all of it without the rights of root. */
async function checkProcesses({ containers }: Single): Promise<void> {
  const { Pid } = await containers.stateOf(NAME);
  assert.match(await readFile(`/proc/${Pid}/cmdline`, 'utf8'), /^\/usr\/bin\/tini\0/);
  const processes = await descendantsOf(Pid);
  for (const { pid, command } of processes) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    assert.match(status, new RegExp(`^Uid:\\t${USER}\\t`, 'm'), command);
    assert.match(status, /^CapEff:\t0+$/m, command);
    assert.match(status, /^NoNewPrivs:\t1$/m, command);
  }
  assert.ok(processes.some(({ command }) => command.includes('dist/serve.js')));
  assert.equal(await containers.exec(NAME, 'stat', '-c', '%u:%g %a', '/data'), '1000:1000 700');
  await assert.rejects(containers.exec(NAME, 'touch', '/app/x'), /Read-only file system|Permission denied/);
  report(`${processes.length} processes under tini, all of user ${USER} and without capabilities`);
}

async function checkTalk(single: Single): Promise<void> {
  const caller = { server: single.server, key: await keyOf(single) };
  const sound = await speaks(caller, 'Nothing is written outside of the volumes.');
  await hears(caller, sound, /nothing is written outside/i);
  await single.containers.podman('healthcheck', 'run', NAME);
  report('speaks, understands itself, and its health check passes');
}

async function checkCommands({ containers }: Single): Promise<void> {
  assert.match(await containers.exec(NAME, './run', 'admin', 'list'), /administrators/);
  assert.match(await containers.exec(NAME, './run', 'backup', '/tmp/backup'), /backup/i);
  assert.match(await containers.exec(NAME, './run', 'verify-backup', '/tmp/backup'), /whole|read/i);
  await containers.exec(NAME, './vox', 'say', 'From inside.', '-o', '/tmp/inside.wav');
  report('./vox say, ./run admin, backup and verify-backup work in the running container');
}

/** Two writers would lose rows of the embedded database, and neither can see the other's processes. */
async function refusesSecondOnVolume({ containers, image }: Single): Promise<void> {
  const name = `${NAME}-second`;
  const env = { PORT: String(await freePort()), HOST: '127.0.0.1' };
  await containers.start(image, { name, env, volumes: [DATA], flags: [SCRATCH] });
  assert.notEqual(await statusAtEnd(containers, name), 0);
  assert.match(await containers.logsOf(name), /is using DATA_DIR/);
  report('a second container on the same volume is refused');
}

/** A folder of somebody else, and no room for scratch files. */
async function saysWhatIsMissing({ containers, image }: Single): Promise<void> {
  for (const [what, flags, volumes, message] of [
    [
      'a data folder of root',
      [SCRATCH, '--tmpfs=/data:mode=0755'],
      [],
      /may not be used by user 1000.*chown/,
    ],
    ['no folder for scratch files', ['--read-only-tmpfs=false'], [DATA], /read-only.*--tmpfs/],
  ] as const) {
    const name = `${NAME}-${what.replaceAll(' ', '-')}`;
    await containers.start(image, { name, flags, volumes, env: { HOST: '127.0.0.1' } });
    assert.notEqual(await statusAtEnd(containers, name), 0, what);
    assert.match(await containers.logsOf(name), message);
    report(`${what} ends with a message that says what to do`);
    await containers.podman('rm', name);
  }
}

/** Docker's own profile forbids what bubblewrap needs; ours is the same with one rule more. */
async function checkSandbox({ containers, image }: Single): Promise<void> {
  const ours = 'deploy/image/seccomp.json';
  const profile = JSON.parse(await readFile(ours, 'utf8')) as { syscalls: { comment?: string }[] };
  const theirs = join(containers.work, 'docker-seccomp.json');
  const syscalls = profile.syscalls.filter(({ comment }) => !comment?.includes('bubblewrap'));
  await writeFile(theirs, JSON.stringify({ ...profile, syscalls }));
  const bwrap = ['--unshare-all', '--ro-bind', '/', '/', '--', '/usr/bin/id'];
  const flags = [
    '--rm',
    '--network=host',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--entrypoint=bwrap',
  ];
  const runIn = (seccomp: string) =>
    containers.podman('run', ...flags, `--security-opt=seccomp=${seccomp}`, image, ...bwrap);
  await assert.rejects(runIn(theirs), /No permissions to create new namespace/);
  assert.match(await runIn(ours), /uid=1000/);
  report("Docker's seccomp profile forbids the sandbox of ffmpeg, ours allows it");
}
