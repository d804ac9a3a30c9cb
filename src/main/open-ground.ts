import { findFfmpeg, findPrlimit } from '../engines/ffmpeg/index.ts';
import { createLanguageModel } from '../engines/language-model/index.ts';
import { createLipsEngine } from '../engines/lipsync/index.ts';
import { findVoiceWeights } from '../engines/speaker-embedding/index.ts';
import { createKokoroEngine } from '../engines/speech/index.ts';
import { createTranscriptionEngine, findTranscriptionWeights } from '../engines/transcription/index.ts';
import { createVideoEngine } from '../engines/video/index.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, loadSecrets } from '../platform/config/index.ts';
import { migrate, openDatabase } from '../platform/database/index.ts';
import type { Log } from '../platform/log.ts';
import { removeLostScratch } from '../platform/scratch.ts';
import { createDiskStorage, createS3Storage, type Storage } from '../platform/storage/index.ts';
import { assembleModels } from './assemble-models.ts';
import { PRESENTERS_DIR } from './presenters-dir.ts';
import type { Ground } from './service.ts';

export type OpenGround = Ground & { close(): Promise<void> };

/** Opens what the configuration names, in the order that a failure is cheapest to report. */
export async function openGround(config: Config, log: Log): Promise<OpenGround> {
  const clock = systemClock;
  const secrets = loadSecrets(config);
  const storage = await openStorage(config);
  await removeLostScratch();
  await assembleModels(config);
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  await migrate(database, { log });
  const speech = createKokoroEngine({
    modelsDir: config.modelsDir,
    processes: config.speechProcesses,
    log,
  });
  const weights = await findTranscriptionWeights({ modelsDir: config.modelsDir });
  const voiceWeights = await findVoiceWeights({ modelsDir: config.modelsDir });
  const transcription = createTranscriptionEngine({ weights, voiceWeights, log });
  const tools = {
    ffmpeg: await findFfmpeg(config.ffmpegPath, process.env),
    prlimit: await findPrlimit(process.env),
  };
  const video = await createVideoEngine({
    tools,
    presentersDir: PRESENTERS_DIR,
    modelsDir: config.modelsDir,
    log,
  });
  const lips = createLipsEngine({ log });
  return {
    config,
    secrets,
    log,
    clock,
    database,
    storage,
    speech,
    transcription,
    video,
    lips,
    languageModel: config.languageModel ? createLanguageModel(config.languageModel) : null,
    async close() {
      await Promise.all([speech.close(), transcription.close(), video.close(), lips.close()]);
      await database.close();
    },
  };
}

async function openStorage(config: Config): Promise<Storage> {
  return config.s3 ? createS3Storage(config.s3) : createDiskStorage({ dataDir: config.dataDir });
}
