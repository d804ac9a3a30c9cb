import type { ConcurrencyLimit } from '../../http/index.ts';
import { assetRoutes } from '../../library/assets/index.ts';
import {
  browseRoutes,
  createCatalogListings,
  marketplaceAdminRoutes,
  marketplaceRoutes,
  sellerRoutes,
} from '../../library/marketplace/index.ts';
import {
  cloneRoutes,
  consentRoutes,
  createCustomPreviews,
  createPresetPreviews,
  designRoutes,
  remixRoutes,
  voiceRoutes,
} from '../../library/voices/index.ts';
import { deleteOfVoice } from '../../media/speech-cache/index.ts';
import { isAssetInUse } from '../../work/jobs/index.ts';
import { isOffered } from '../../work/workers/index.ts';
import type { Engines } from '../open-engines.ts';
import { ON_VOICE_DELETED } from '../voice-deletion.ts';
import type { App, Shared } from './shared.ts';
import type { Work } from './work.ts';

export async function registerLibrary(
  app: App,
  shared: Shared,
  { speech: engine, transcription, voiceMaker, media: { probeMedia, decodeAudio } }: Engines,
  { jobs }: Work,
  uploads: ConcurrencyLimit,
) {
  const { storage, publicUrl, mediaOutbound: outbound, webhookOutbound } = shared;
  const voices = {
    ...shared,
    ...jobs,
    engine,
    voiceMaker,
    outbound: webhookOutbound,
    isOffered: (needs: readonly string[]) => isOffered(shared, needs),
    onVoiceDeleted: ON_VOICE_DELETED,
  };
  const cloning = {
    ...voices,
    probeMedia,
    decodeAudio,
    uploads,
    requireSpokenConsent: shared.config.requireSpokenConsent,
  };
  const customPreviews = createCustomPreviews({ ...shared, engine });
  await app.register(
    voiceRoutes({
      db: shared.db,
      presets: engine.voices,
      publicUrl,
      listings: createCatalogListings(shared),
      presetPreviews: createPresetPreviews({ engine, storage, provenance: shared.provenance }),
      customPreviews,
      voiceMaker,
      decodeAudio,
      uploads,
      outbound,
    }),
  );
  await app.register(designRoutes(voices));
  await app.register(cloneRoutes(cloning));
  const { receipts } = shared;
  await app.register(consentRoutes({ ...shared, decodeAudio, transcription, voiceMaker, uploads, receipts }));
  await app.register(remixRoutes(voices));
  await app.register(assetRoutes({ ...shared, outbound, uploads, probeMedia, isAssetInUse }));
  await app.register(marketplaceRoutes({ ...shared, previews: customPreviews }));
  await app.register(browseRoutes(shared));
  await app.register(sellerRoutes(shared));
  await app.register(marketplaceAdminRoutes({ ...shared, ...jobs, deleteSpeech: deleteOfVoice }));
}
