/**
 * npm run bench:start -- [--rounds 3] [TREE…]
 *
 * How long the service takes to start again, and the memory that each of its processes holds: at rest, and after it has spoken. Other checkouts with
 * their packages may be named; they take turns with this one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuSecondsOf } from '../../scripts/measure/cpu-time.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { createClient } from '../../scripts/running-service/client.ts';
import { descendantsOf } from '../../scripts/running-service/processes.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { listen } from '../stream/listen.ts';
import { textOf } from '../stream/texts.ts';

/** V8 gives back what loading has left when nothing has happened for some seconds. */
const REST_MS = 20_000;
const CHARACTERS = 196;

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const MODELS = resolve(process.env.MODELS_DIR ?? 'data/models');
const folder = await mkdtemp(join(tmpdir(), 'start-'));
const trees = [resolve('.'), ...positionals.map((tree) => resolve(tree))];

console.log(`${describeMachine()}\n`);
for (const tree of trees) await once(tree);
const figures = new Map<string, number[]>();
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const tree of trees)
    for (const [name, value] of Object.entries(await once(tree)))
      figures.set(`${name} | ${tree}`, [...(figures.get(`${name} | ${tree}`) ?? []), value]);
console.log('| | tree | median | all |\n|---|---|---|---|');
for (const [name, all] of [...figures].sort(([a], [b]) => a.localeCompare(b)))
  console.log(
    `| ${name} | ${quantile(all, 0.5).toFixed(1)} | ${all.map((value) => value.toFixed(1)).join(', ')} |`,
  );
console.log(`\n${describeMachine()}`);
await rm(folder, { recursive: true });

/** As its `./run` starts it. */
function programOf(tree: string): string {
  const builder = join(tree, 'scripts/build-program.ts');
  if (!existsSync(builder)) return join(tree, 'src/main/serve.ts');
  execFileSync(process.execPath, [builder], { stdio: 'inherit' });
  return join(tree, 'dist/serve.js');
}

async function once(tree: string): Promise<Record<string, number>> {
  const beganMs = performance.now();
  const service = await startService({
    dataDir: join(folder, String(trees.indexOf(tree))),
    program: programOf(tree),
    cwd: tree,
    withoutCache: true,
    settings: { MODELS_DIR: MODELS, NODE_COMPILE_CACHE: join(tree, 'node_modules/.cache/compiled') },
  });
  const liveSeconds = (performance.now() - beganMs) / 1_000;
  const cpuSeconds = cpuSecondsOf([service.pid]);
  await sleep(REST_MS);
  const atRest = await memoryOf(service.pid, 'at rest');
  await listen(service.url, await createClient(service.url, 2).signUp(), textOf(CHARACTERS));
  await sleep(REST_MS);
  const afterwards = await memoryOf(service.pid, 'after speech');
  await service.stop();
  return {
    'first answer, s': liveSeconds,
    'until then, CPU-s of the program': cpuSeconds,
    ...atRest,
    ...afterwards,
  };
}

/** Of the program and of each engine, in MB. Of pages that several share, each has its part; the most is with all of them. */
async function memoryOf(pid: number, when: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const engines = (await descendantsOf(pid)).filter(({ command }) => command.includes('/engines/'));
  let all = 0;
  for (const { pid: one, name } of [
    { pid, name: 'program' },
    ...engines.map(({ pid, command }) => ({ pid, name: nameOf(command) })),
  ]) {
    const status =
      readFileSync(`/proc/${one}/status`, 'utf8') + readFileSync(`/proc/${one}/smaps_rollup`, 'utf8');
    const mb = (field: string): number =>
      (Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1_024) / 1e6;
    found[`${name} ${when}, MB`] = mb('Pss');
    found[`${name} ${when}, most so far, MB`] = mb('VmHWM');
    all += mb('Pss');
  }
  return { ...found, [`all ${when}, MB`]: all };
}

function nameOf(command: string): string {
  return basename(command.split(' ').find((word) => word.includes('/engines/')) ?? '', '.ts');
}
