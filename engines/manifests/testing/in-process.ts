import { open } from 'node:fs/promises';
import { embedGap } from '../embedding/embed.ts';
import { fileSource } from '../embedding/source.ts';
import type { ManifestEngine } from '../manifest-engine.ts';
import { withoutManifest } from '../reading/without-manifest.ts';

/** Signs as the engine does, without the second that its process takes to start. Reads nothing. */
export function createInProcessManifests(): ManifestEngine {
  return {
    readManifest: () => Promise.reject(new Error('this engine reads no manifests')),
    readIngredient: async (file) => withoutManifest(file),
    async embed({ source, target, carrier, gap }) {
      const from = await open(source, 'r');
      const to = await open(target, 'wx');
      try {
        return await embedGap(await fileSource(from), carrier, gap, (bytes) => to.writeFile(bytes));
      } finally {
        await from.close();
        await to.close();
      }
    },
    close: async () => undefined,
  };
}
