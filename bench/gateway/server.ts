/** The server under load: three routes with the same response, one bare, one authenticated, one charged. */
import { Type } from '@sinclair/typebox';
import { fastify } from 'fastify';
import { encodeWav } from '../../src/engines/codec/index.ts';
import { createDenoisingEngine } from '../../src/engines/denoising/index.ts';
import { createLipsEngine } from '../../src/engines/lipsync/index.ts';
import { createMasteringEngine } from '../../src/engines/mastering/index.ts';
import { createMixingEngine } from '../../src/engines/mixing/index.ts';
import { createMusicEngine } from '../../src/engines/music/index.ts';
import { createSeparationEngine } from '../../src/engines/separation/index.ts';
import { createEffectsEngine } from '../../src/engines/sound-effects/index.ts';
import { createTranscriptionEngine } from '../../src/engines/transcription/index.ts';
import { createTurnTranscriber } from '../../src/engines/turn-taking/index.ts';
import { createVideoEngine } from '../../src/engines/video/index.ts';
import { createVoiceActivityEngine } from '../../src/engines/voice-activity/index.ts';
import { createCloningEngine, createFittingEngine } from '../../src/engines/voice-cloning/index.ts';
import { createVoiceMaker } from '../../src/library/voices/index.ts';
import { openMediaTools } from '../../src/main/open-media-tools.ts';
import { createService } from '../../src/main/service.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { loadSecrets, parseConfig } from '../../src/platform/config/index.ts';
import { migrate, openDatabase } from '../../src/platform/database/index.ts';
import { createLog } from '../../src/platform/log.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { openAccounts } from './accounts.ts';
import type { ServerReady } from './messages.ts';
import { silentEngine } from './silent-engine.ts';

const BODY = Type.Object({ text: Type.String(), voice_id: Type.String() });

const config = parseConfig(process.env);
const log = createLog({ level: config.logLevel, destination: process.stderr });
const clock = systemClock;
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
await migrate(database, { log });
const transcription = createTranscriptionEngine({ weights: null, log });
const service = await createService({
  config,
  secrets: loadSecrets(config),
  log,
  clock,
  database,
  storage: await createDiskStorage({ dataDir: config.dataDir }),
  speech: silentEngine,
  transcription,
  activity: createVoiceActivityEngine({ weights: null, log }),
  turnTranscriber: createTurnTranscriber(transcription, transcription.capabilities),
  music: createMusicEngine({ files: null, log }),
  lips: createLipsEngine({ log }),
  effects: createEffectsEngine({ log }),
  mastering: createMasteringEngine({ log }),
  separation: createSeparationEngine({ weights: null, log }),
  mixing: createMixingEngine({ log }),
  video: await createVideoEngine({
    tools: { ffmpeg: null, prlimit: null },
    presentersDir: 'assets/presenters',
    modelsDir: config.modelsDir,
    log,
  }),
  media: await openMediaTools(config, log),
  voiceMaker: createVoiceMaker({
    speech: silentEngine,
    cloning: createCloningEngine({ weights: null, log }),
    fitting: createFittingEngine({ weights: null, modelsDir: config.modelsDir, log }),
    denoising: createDenoisingEngine({ weights: null, log }),
  }),
  languageModel: null,
  apertium: null,
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
