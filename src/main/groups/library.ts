import type { ConcurrencyLimit } from '../../http/index.ts';
import { assetRoutes } from '../../library/assets/index.ts';
import {
  cloneRoutes,
  createCloneRunner,
  createCustomPreviews,
  createDesignRunner,
  createPresetPreviews,
  designRoutes,
  type VoiceDeletionHook,
  voiceRoutes,
} from '../../library/voices/index.ts';
import { deleteOfVoice } from '../../media/speech-cache/index.ts';
import { isAssetInUse } from '../../work/jobs/index.ts';
import { isOffered } from '../../work/workers/index.ts';
import type { Engines } from '../open-engines.ts';
import type { App, Shared } from './shared.ts';
import type { Work } from './work.ts';

/** What else goes when a voice is deleted. */
const ON_VOICE_DELETED: readonly VoiceDeletionHook[] = [deleteOfVoice];

export async function registerLibrary(
  app: App,
  shared: Shared,
  { speech: engine, voiceMaker, media: { probeMedia, decodeAudio } }: Engines,
  { jobs }: Work,
  uploads: ConcurrencyLimit,
) {
  const { storage, publicUrl, mediaOutbound: outbound, webhookOutbound } = shared;
  const voices = { ...shared, ...jobs, engine, voiceMaker, outbound: webhookOutbound };
  const deleting = { onVoiceDeleted: ON_VOICE_DELETED };
  const cloning = {
    ...voices,
    ...deleting,
    probeMedia,
    decodeAudio,
    uploads,
    requireSpokenConsent: shared.config.requireSpokenConsent,
    isOffered: (needs: readonly string[]) => isOffered(shared, needs),
  };
  await app.register(
    voiceRoutes({
      db: shared.db,
      presets: engine.voices,
      publicUrl,
      listings: async () => [],
      presetPreviews: createPresetPreviews({ engine, storage }),
      customPreviews: createCustomPreviews({ ...shared, engine }),
      voiceMaker,
      decodeAudio,
      uploads,
      outbound,
    }),
  );
  await app.register(designRoutes(voices));
  await app.register(cloneRoutes(cloning));
  await app.register(assetRoutes({ ...shared, outbound, uploads, probeMedia, isAssetInUse }));
  const makers = { engine, voiceMaker };
  return { runners: [createDesignRunner(makers), createCloneRunner({ ...makers, decodeAudio })] };
}
