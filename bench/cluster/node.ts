/** One node of the cluster: the service on PostgreSQL and S3, with engines that take time but compute nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { LanguageModel } from '../../engines/language-model/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { createS3Storage } from '../../src/platform/storage/index.ts';
import { openAccounts } from '../gateway/accounts.ts';
import { silentEngine } from '../gateway/silent-engine.ts';
import { openSilentService } from '../gateway/silent-service.ts';
import type { NodeReady, StatementCount } from './messages.ts';

const engineMs = Number(process.env.BENCH_ENGINE_MS);

const count = countStatements();
const core = oneCore();
const speech: SpeechEngine = {
  ...silentEngine,
  async *synthesize(request) {
    await core();
    yield* silentEngine.synthesize(request);
  },
};
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const languageModel: LanguageModel = {
  model: 'silent',
  external: false,
  maxOutputTokens: 2_048,
  async complete() {
    await core();
    return { text: 'Done.', model: 'silent', usage: USAGE };
  },
  async *chat() {
    yield { type: 'end', model: 'silent', usage: USAGE };
  },
};

const config = parseConfig(process.env);
if (!config.s3) throw new Error('a node of the cluster needs an object store');
const storage = createS3Storage(config.s3);
const { service, database, clock } = await openSilentService({ config, storage, speech, languageModel });
const { accountOpened } = service;
const keys = process.env.BENCH_ACCOUNTS ? await openAccounts({ db: database.db, clock, accountOpened }) : [];
const ready: NodeReady = { url: await service.app.listen({ host: '127.0.0.1', port: 0 }), keys };
process.send?.(ready);

process.on('message', () => process.send?.({ statements: count() } satisfies StatementCount));
process.once('disconnect', async () => {
  await service.close();
  await database.close();
});

/** The node has one core for its engines: calls wait for each other. */
function oneCore(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => sleep(engineMs));
    return last;
  };
}

function countStatements(): () => number {
  let statements = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  return () => statements;
}
