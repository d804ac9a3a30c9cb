import type { ConcurrencyLimit } from '../../http/index.ts';
import { assetRoutes } from '../../library/assets/index.ts';
import {
  createCustomPreviews,
  createDesignRunner,
  createPresetPreviews,
  designRoutes,
  voiceRoutes,
} from '../../library/voices/index.ts';
import { isAssetInUse } from '../../work/jobs/index.ts';
import type { Engines } from '../open-engines.ts';
import type { App, Shared } from './shared.ts';
import type { Work } from './work.ts';

export async function registerLibrary(
  app: App,
  shared: Shared,
  { speech: engine, voiceMaker, media: { probeMedia, decodeAudio } }: Engines,
  { jobs }: Work,
  uploads: ConcurrencyLimit,
) {
  const { storage, publicUrl, mediaOutbound: outbound, webhookOutbound } = shared;
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
  await app.register(designRoutes({ ...shared, ...jobs, engine, voiceMaker, outbound: webhookOutbound }));
  await app.register(assetRoutes({ ...shared, outbound, uploads, probeMedia, isAssetInUse }));
  return { runners: [createDesignRunner({ engine, voiceMaker })] };
}
