import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf } from '../running-service/processes.ts';
import { keyOf, NAME, report, type Single, seconds, statusAtEnd, timeStart } from './service.ts';
import { speaks } from './talk.ts';

export async function survivesKilledEngine(single: Single): Promise<void> {
  const { containers, server } = single;
  const { Pid } = await containers.stateOf(NAME);
  const engines = (await descendantsOf(Pid)).filter(({ command }) => command.includes('kokoro-process'));
  assert.ok(engines.length > 0);
  for (const { pid } of engines) process.kill(pid, 'SIGKILL');
  const startMs = performance.now();
  await timeStart(server);
  await speaks({ server, key: await keyOf(single) }, 'The engine was replaced.');
  report(
    `${engines.length} killed speech engines: spoke again after ${seconds(performance.now() - startMs)}`,
  );
  await noZombies(Pid);
}

async function noZombies(root: number): Promise<void> {
  for (const { pid, command } of await descendantsOf(root))
    assert.doesNotMatch(await readFile(`/proc/${pid}/status`, 'utf8'), /^State:\tZ/m, command);
}

/** The container ends with the program, and whatever runs it starts it again. */
export async function survivesKilledProgram(single: Single): Promise<void> {
  const { containers, server } = single;
  const { Pid } = await containers.stateOf(NAME);
  const all = await descendantsOf(Pid);
  const program = all.find(({ command }) => command.includes('dist/serve.js'));
  assert.ok(program);
  process.kill(program.pid, 'SIGKILL');
  const startMs = performance.now();
  assert.equal(await statusAtEnd(containers, NAME), 137);
  report(
    `the killed program ended the container with status 137 after ${seconds(performance.now() - startMs)}`,
  );
  await containers.podman('start', NAME);
  const { answeredMs, readyMs } = await timeStart(server);
  report(`started again: healthy after ${seconds(answeredMs)}, speech warm after ${seconds(readyMs)}`);
  await speaks({ server, key: await keyOf(single) }, 'All is as it was.');
}

/** A call that is running is finished first. */
export async function stopsCleanly(single: Single): Promise<void> {
  const { containers, server } = single;
  const caller = { server, key: await keyOf(single) };
  const running = speaks(
    caller,
    'This sentence is being spoken while the container is asked to stop. '.repeat(4),
  );
  await sleep(300);
  const startMs = performance.now();
  await containers.podman('stop', '--time=45', NAME);
  assert.equal(await statusAtEnd(containers, NAME), 0);
  await running;
  report(
    `SIGTERM in the middle of a call: the call was answered, status 0 after ${seconds(performance.now() - startMs)}`,
  );
  await containers.podman('rm', NAME);
}
