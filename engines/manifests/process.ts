import { open as openFile } from 'node:fs/promises';
import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { embedGap } from './embedding/embed.ts';
import { fileSource } from './embedding/source.ts';
import type { ManifestMethods } from './manifest-engine.ts';
import { type Library, loadLibrary } from './reading/library.ts';
import { readIngredient } from './reading/read-ingredient.ts';
import { readManifestFile } from './reading/read-manifest.ts';

/** Loaded for the first file that is read: files that are only signed do not need it. */
let library: Library | null = null;

async function withLibrary<Result>(use: (loaded: Library) => Promise<Result>): Promise<Result> {
  library ??= loadLibrary();
  try {
    return await use(library);
  } catch (error) {
    // What a panic leaves behind cannot be used again. A new process can.
    console.error(error);
    process.exit(1);
  }
}

const methods: Served<ManifestMethods> = {
  read: (request) => withLibrary((loaded) => readManifestFile(loaded, request)),
  readIngredient: (file) => withLibrary((loaded) => readIngredient(loaded, file)),
  async embed({ source, target, carrier, gap }) {
    const from = await openFile(source, 'r');
    const to = await openFile(target, 'wx');
    try {
      return await embedGap(await fileSource(from), carrier, gap, async (bytes) => {
        await to.writeFile(bytes);
      });
    } finally {
      await from.close();
      await to.close();
    }
  },
};

await serveProcess<ManifestMethods>({ open: async () => methods });
