/**
 * WORKER_SECRET=… ./run worker --server https://voice.example.com [--name HOST] [--concurrency 1]
 *
 * Runs jobs for a service on another machine. It needs the service's URL and WORKER_SECRET, and no database. The secret
 * can also be given as --secret, but then every user of the machine can read it in the list of processes.
 */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import closeWithGrace from 'close-with-grace';
import { createDecoder, findFfmpeg, findPrlimit } from '../engines/ffmpeg/index.ts';
import { createLanguageModel } from '../engines/language-model/index.ts';
import { createLipsEngine } from '../engines/lipsync/index.ts';
import { createKokoroEngine, removeFormerKokoro } from '../engines/speech/index.ts';
import { createVideoEngine } from '../engines/video/index.ts';
import { createInferenceRunner } from '../media/generate/index.ts';
import { createVideoRunner } from '../media/video/index.ts';
import type { Config } from '../platform/config/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createHttpSource, Worker } from '../work/workers/index.ts';
import { assembleModels } from './assemble-models.ts';
import { PRESENTERS_DIR } from './presenters-dir.ts';
import { startWith } from './start-with.ts';

/** Before the first use: classes are not hoisted, and the program starts at once. */
class WrongOption extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'wrong_option', public: message });
  }
}

const DRAIN_MS = 30_000;
const GRACE_MS = 20_000;

await startWith(async (config, log) => {
  const options = readOptions();
  await assembleModels(config);
  await removeFormerKokoro(config.modelsDir, new Date());
  const { engines, runners } = await openEngines(config, log);
  const capabilities = runners.flatMap((runner) => runner.capabilities);
  const source = createHttpSource({ ...options, capabilities });
  const workDir = join(config.dataDir, 'work');
  const worker = new Worker({ source, runners, concurrency: options.concurrency, workDir, log });
  closeWithGrace({ delay: DRAIN_MS, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    await worker.stop({ graceMs: GRACE_MS });
    await Promise.all(engines.map((engine) => engine.close()));
  });
  worker.start();
  process.stdout.write(`${options.name} works for ${options.server}: ${capabilities.join(', ')}\n`);
});

async function openEngines(config: Config, log: Log) {
  const tools = {
    ffmpeg: await findFfmpeg(config.ffmpegPath, process.env),
    prlimit: await findPrlimit(process.env),
  };
  const { modelsDir, speechProcesses: processes } = config;
  const speech = createKokoroEngine({ modelsDir, processes, log });
  const video = await createVideoEngine({ tools, presentersDir: PRESENTERS_DIR, modelsDir, log });
  const lips = createLipsEngine({ log });
  const films = createVideoRunner({ engine: speech, decodeAudio: createDecoder(tools), video, lips });
  const answers = config.languageModel
    ? [createInferenceRunner(createLanguageModel(config.languageModel))]
    : [];
  return { engines: [speech, video, lips], runners: [films, ...answers] };
}

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
