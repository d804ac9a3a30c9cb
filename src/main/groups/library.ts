import type { ConcurrencyLimit } from '../../http/index.ts';
import { assetRoutes } from '../../library/assets/index.ts';
import {
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
  { speech: engine, voiceMaker, media: { probeMedia } }: Engines,
  { jobs }: Work,
  uploads: ConcurrencyLimit,
) {
  const { storage, publicUrl, mediaOutbound: outbound, webhookOutbound } = shared;
  const previews = createPresetPreviews({ engine, storage });
  await app.register(voiceRoutes({ presets: engine.voices, previews, publicUrl }));
  await app.register(designRoutes({ ...shared, ...jobs, engine, voiceMaker, outbound: webhookOutbound }));
  await app.register(assetRoutes({ ...shared, outbound, uploads, probeMedia, isAssetInUse }));
  return { runners: [createDesignRunner({ engine, voiceMaker })] };
}
