/**
 * WORKER_SECRET=… ./run worker --server https://voice.example.com [--name HOST] [--concurrency 1]
 *
 * Runs jobs for a service on another machine. It needs the service's URL and WORKER_SECRET, and no database. The secret
 * can also be given as --secret, but then every user of the machine can read it in the list of processes.
 */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeFormerKokoro } from '../../engines/speech/index.ts';
import { withAdaptations } from '../library/voices/index.ts';
import { internalError } from '../platform/errors.ts';
import { createHttpSource, Worker } from '../work/workers/index.ts';
import { createRunners } from './job-kinds.ts';
import { openEngines } from './open-engines.ts';
import { openTelemetry, roleOf } from './open-telemetry.ts';
import { startWith } from './start-with.ts';
import { stopGracefully } from './stop-gracefully.ts';
import { reportReady } from './supervised.ts';

/** Must precede the code that runs at import, because classes are not hoisted. */
const WrongOption = internalError('invalid', 'wrong_option', (message: string) => message);

const GRACE_MS = 20_000;

await startWith(async (config, log) => {
  const options = readOptions();
  const { closeEngines, ...engines } = await openEngines(config, log);
  await removeFormerKokoro(config.modelsDir, new Date());
  // What it offers depends on its engines, and its engines fetch from the source what voices speak through.
  const capabilities = [...new Set(createRunners(engines).flatMap((runner) => runner.capabilities))];
  const source = createHttpSource({ ...options, capabilities });
  const speech = withAdaptations(engines.speech, { open: source.openAdaptation, log });
  const runners = createRunners({ ...engines, speech });
  const workDir = join(config.dataDir, 'work');
  const { concurrency } = options;
  const telemetry = await openTelemetry(config, log, roleOf('worker'));
  const worker = new Worker({ source, runners, concurrency, workDir, log, tracing: telemetry.tracing });
  stopGracefully({ log }, async () => {
    await worker.stop({ graceMs: GRACE_MS });
    await closeEngines();
    await telemetry.close();
  });
  await worker.start();
  reportReady();
  process.stdout.write(`${options.name} works for ${options.server}: ${capabilities.join(', ')}\n`);
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      server: { type: 'string', default: process.env.VOX_SERVER ?? '' },
      secret: { type: 'string', default: process.env.WORKER_SECRET ?? '' },
      name: { type: 'string', default: hostname() },
      concurrency: { type: 'string', default: '1' },
    },
  });
  const concurrency = Number(values.concurrency);
  if (!URL.canParse(values.server))
    throw new WrongOption('Set the URL of the service: --server http://host:8080');
  if (values.secret === '') throw new WrongOption("Set WORKER_SECRET to the service's worker secret.");
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64)
    throw new WrongOption('--concurrency must be a number from 1 to 64.');
  return { server: values.server, secret: values.secret, name: values.name, concurrency };
}
