import { createDenoisingEngine } from '../../engines/denoising/index.ts';
import type { LanguageModel } from '../../engines/language-model/index.ts';
import { createLipsEngine } from '../../engines/lipsync/index.ts';
import { createManifestEngine } from '../../engines/manifests/index.ts';
import { createMasteringEngine } from '../../engines/mastering/index.ts';
import { createMixingEngine } from '../../engines/mixing/index.ts';
import { createMusicEngine } from '../../engines/music/index.ts';
import { createSeparationEngine } from '../../engines/separation/index.ts';
import { createEffectsEngine } from '../../engines/sound-effects/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import { createTranscriptionEngine } from '../../engines/transcription/index.ts';
import { createTurnTranscriber } from '../../engines/turn-taking/index.ts';
import { createVideoEngine } from '../../engines/video/index.ts';
import { createVoiceActivityEngine } from '../../engines/voice-activity/index.ts';
import { createCloningEngine, createFittingEngine } from '../../engines/voice-cloning/index.ts';
import { createWatermarkEngine } from '../../engines/watermark/index.ts';
import { createVoiceMaker } from '../../src/library/voices/index.ts';
import { openMediaTools } from '../../src/main/open-media-tools.ts';
import { createService } from '../../src/main/service.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { type Config, loadSecrets } from '../../src/platform/config/index.ts';
import { migrate, openDatabase } from '../../src/platform/database/index.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Storage } from '../../src/platform/storage/index.ts';
import { noTracing } from '../../src/platform/tracing/index.ts';

type Options = {
  config: Config;
  storage: Storage;
  speech: SpeechEngine;
  languageModel: LanguageModel | null;
};

/** The service without weights: only the engines that are passed in can answer. */
export async function openSilentService({ config, storage, speech, languageModel }: Options) {
  const log = createLog({ level: config.logLevel, destination: process.stderr });
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  await migrate(database, { log });
  const transcription = createTranscriptionEngine({ weights: null, log });
  const service = await createService({
    config,
    secrets: loadSecrets(config),
    log,
    clock,
    database,
    storage,
    tracing: noTracing,
    speech,
    transcription,
    manifests: createManifestEngine({ log }),
    activity: createVoiceActivityEngine({ weights: null, log }),
    turnTranscriber: createTurnTranscriber(transcription, transcription.capabilities),
    music: createMusicEngine({ files: null, log }),
    lips: createLipsEngine({ log }),
    effects: createEffectsEngine({ log }),
    mastering: createMasteringEngine({ log }),
    watermark: createWatermarkEngine({ log }),
    separation: createSeparationEngine({ weights: null, log }),
    mixing: createMixingEngine({ log }),
    video: await createVideoEngine({
      tools: { ffmpeg: null, prlimit: null, sandbox: null },
      presentersDir: 'assets/presenters',
      modelsDir: config.modelsDir,
      log,
    }),
    media: await openMediaTools(config, log),
    voiceMaker: createVoiceMaker({
      speech,
      cloning: createCloningEngine({ weights: null, log }),
      fitting: createFittingEngine({ weights: null, modelsDir: config.modelsDir, log }),
      denoising: createDenoisingEngine({ weights: null, log }),
    }),
    voiceAdapter: null,
    languageModel,
    apertium: null,
  });
  return { service, database, clock };
}
