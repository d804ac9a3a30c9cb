/** The server under load: three routes with the same response, one bare, one authenticated, one charged. */
import { Type } from '@sinclair/typebox';
import { fastify } from 'fastify';
import { encodeWav } from '../../engines/codec/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { openAccounts } from './accounts.ts';
import type { ServerReady } from './messages.ts';
import { silentEngine } from './silent-engine.ts';
import { openSilentService } from './silent-service.ts';

const BODY = Type.Object({ text: Type.String(), voice_id: Type.String() });

const config = parseConfig(process.env);
const { service, database, clock } = await openSilentService({
  config,
  storage: await createDiskStorage({ dataDir: config.dataDir }),
  speech: silentEngine,
  languageModel: null,
});

async function answer(
  reply: { header(name: string, value: string): unknown },
  text: string,
): Promise<Buffer> {
  const chunks: Float32Array[] = [];
  for await (const { samples } of silentEngine.synthesize({ text, voiceId: 'af_heart' }))
    chunks.push(samples);
  reply.header('content-type', 'audio/wav');
  return encodeWav(chunks, silentEngine.capabilities.sampleRate);
}

const schema = { body: BODY };
service.app.post('/bench/unmetered', { schema, config: { auth: 'bearer' } }, (request, reply) =>
  answer(reply, request.body.text),
);
const bare = fastify();
bare.post<{ Body: { text: string } }>('/bench/bare', { schema }, (request, reply) =>
  answer(reply, request.body.text),
);

const keys = await openAccounts({ db: database.db, clock, accountOpened: service.accountOpened });
const ready: ServerReady = {
  service: await service.app.listen({ host: '127.0.0.1', port: 0 }),
  bare: await bare.listen({ host: '127.0.0.1', port: 0 }),
  keys,
};
process.send?.(ready);

process.once('disconnect', async () => {
  await Promise.all([bare.close(), service.close()]);
  await database.close();
});
