import type { ConcurrencyLimit } from '../../http/index.ts';
import { assetRoutes } from '../../library/assets/index.ts';
import { createPresetPreviews, voiceRoutes } from '../../library/voices/index.ts';
import { isAssetInUse } from '../../work/jobs/index.ts';
import type { Engines } from '../open-engines.ts';
import type { App, Shared } from './shared.ts';

export async function registerLibrary(
  app: App,
  shared: Shared,
  { speech, media: { probeMedia } }: Engines,
  uploads: ConcurrencyLimit,
): Promise<void> {
  const { storage, publicUrl, mediaOutbound: outbound } = shared;
  const previews = createPresetPreviews({ engine: speech, storage });
  await app.register(voiceRoutes({ presets: speech.voices, previews, publicUrl }));
  await app.register(assetRoutes({ ...shared, outbound, uploads, probeMedia, isAssetInUse }));
}
