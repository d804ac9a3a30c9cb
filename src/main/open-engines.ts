import { createDenoisingEngine, findDenoisingWeights } from '../../engines/denoising/index.ts';
import { createLanguageModel, type LanguageModel } from '../../engines/language-model/index.ts';
import { createLipsEngine, type LipsEngine } from '../../engines/lipsync/index.ts';
import { createManifestEngine, type ManifestEngine } from '../../engines/manifests/index.ts';
import { createMasteringEngine, type MasteringEngine } from '../../engines/mastering/index.ts';
import { createMixingEngine, type MixingEngine } from '../../engines/mixing/index.ts';
import { createMusicEngine, findMusicFont, type MusicEngine } from '../../engines/music/index.ts';
import {
  createSeparationEngine,
  findSeparationWeights,
  type SeparationEngine,
} from '../../engines/separation/index.ts';
import { createEffectsEngine, type EffectsEngine } from '../../engines/sound-effects/index.ts';
import { findVoiceWeights } from '../../engines/speaker-embedding/index.ts';
import { createKokoroEngine, type SpeechEngine } from '../../engines/speech/index.ts';
import {
  createTranscriptionEngine,
  findLargerWeights,
  findTranscriptionWeights,
  type TranscriptionEngine,
} from '../../engines/transcription/index.ts';
import {
  createApertium,
  findApertiumModes,
  type TranslationEngine,
} from '../../engines/translation/index.ts';
import { createTurnTranscriber, type TurnTranscriber } from '../../engines/turn-taking/index.ts';
import { createVideoEngine, type VideoEngine } from '../../engines/video/index.ts';
import {
  createVoiceActivityEngine,
  findVoiceActivityWeights,
  type VoiceActivityEngine,
} from '../../engines/voice-activity/index.ts';
import {
  createAdaptingEngine,
  createCloningEngine,
  createFittingEngine,
} from '../../engines/voice-cloning/index.ts';
import { createWatermarkEngine, markSettings, type WatermarkEngine } from '../../engines/watermark/index.ts';
import {
  createVoiceAdapter,
  createVoiceMaker,
  type VoiceAdapter,
  type VoiceMaker,
} from '../library/voices/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Log } from '../platform/log.ts';
import { assembleModels } from './assemble-models.ts';
import { type MediaTools, openMediaTools } from './open-media-tools.ts';

export type Engines = {
  media: MediaTools;
  speech: SpeechEngine;
  transcription: TranscriptionEngine;
  /** Finds speech in the sound of live conversations. */
  activity: VoiceActivityEngine;
  /** Shared by all live conversations. */
  turnTranscriber: TurnTranscriber;
  music: MusicEngine;
  video: VideoEngine;
  lips: LipsEngine;
  effects: EffectsEngine;
  mastering: MasteringEngine;
  watermark: WatermarkEngine;
  /** Signs files and reads their manifests. */
  manifests: ManifestEngine;
  separation: SeparationEngine;
  mixing: MixingEngine;
  voiceMaker: VoiceMaker;
  /** Null if it is turned off, or not installed. */
  voiceAdapter: VoiceAdapter | null;
  /** Null if none is configured. */
  languageModel: LanguageModel | null;
  /** Null if no pair of languages is installed. */
  apertium: TranslationEngine | null;
};

const PRESENTERS_DIR = new URL('../../assets/presenters/', import.meta.url).pathname;

/** Used by the server and by worker nodes. An engine process starts when it is used or warmed. */
export async function openEngines(
  config: Config,
  log: Log,
): Promise<Engines & { closeEngines(): Promise<void> }> {
  const { modelsDir, speechProcesses: processes } = config;
  await assembleModels(config);
  const media = await openMediaTools(config, log);
  const { tools } = media;
  const weights = await findTranscriptionWeights({ modelsDir });
  const larger = await findLargerWeights({ modelsDir });
  const voiceWeights = await findVoiceWeights({ modelsDir });
  const marks = markSettings({ isOn: config.watermark });
  if (!config.watermark)
    log.warn(
      'WATERMARK=off: what is made here carries no mark in its sound. You answer for marking it otherwise.',
    );
  const speech = createKokoroEngine({ modelsDir, processes, marks, log });
  const transcription = createTranscriptionEngine({ weights, larger, voiceWeights, log });
  const activity = createVoiceActivityEngine({ weights: await findVoiceActivityWeights({ modelsDir }), log });
  const video = await createVideoEngine({ tools, presentersDir: PRESENTERS_DIR, modelsDir, log });
  const lips = createLipsEngine({ log });
  const music = createMusicEngine({ files: await findMusicFont({ modelsDir }), marks, log });
  const effects = createEffectsEngine({ marks, log });
  const mastering = createMasteringEngine({ marks, log });
  const watermark = createWatermarkEngine({ marks, log });
  const manifests = createManifestEngine({ log });
  const separation = createSeparationEngine({ weights: await findSeparationWeights({ modelsDir }), log });
  const mixing = createMixingEngine({ log });
  const cloning = createCloningEngine({ weights: voiceWeights, log });
  const fitting = createFittingEngine({ weights: voiceWeights, modelsDir, log });
  const adapting = createAdaptingEngine({ weights: voiceWeights, modelsDir, log });
  const denoising = createDenoisingEngine({ weights: await findDenoisingWeights({ modelsDir }), log });
  const languageModel = config.languageModel ? createLanguageModel(config.languageModel) : null;
  return {
    media,
    speech,
    transcription,
    activity,
    turnTranscriber: createTurnTranscriber(transcription, transcription.capabilities),
    music,
    video,
    lips,
    effects,
    mastering,
    watermark,
    manifests,
    separation,
    mixing,
    voiceMaker: createVoiceMaker({ speech, cloning, fitting, denoising, matchRounds: config.cloneRounds }),
    voiceAdapter:
      config.adaptsVoices && voiceWeights ? createVoiceAdapter({ speech, adapting, transcription }) : null,
    languageModel,
    apertium: await openApertium(log),
    async closeEngines() {
      const sounding = [speech, music, effects, mastering, watermark, separation, mixing];
      const opened = [
        ...sounding,
        manifests,
        transcription,
        activity,
        video,
        lips,
        cloning,
        fitting,
        adapting,
        denoising,
      ];
      await Promise.all(opened.map((engine) => engine.close()));
    },
  };
}

/** One that is broken must not keep the server from starting. */
async function openApertium(log: Log): Promise<TranslationEngine | null> {
  try {
    const modes = await findApertiumModes();
    return modes.length > 0 ? createApertium({ modes }) : null;
  } catch (err) {
    log.warn({ err }, 'Apertium does not list its languages, so it is not used');
    return null;
  }
}
