import type { Log } from '../../src/platform/log.ts';
import { createProcessPool, EngineFailed } from '../../src/platform/process-pool/index.ts';
import type { Embedded } from './embedding/embed.ts';
import type { Carrier } from './embedding/layout.ts';
import type { ManifestFacts } from './reading/read-manifest.ts';
import { type IngredientFile, withoutManifest } from './reading/without-manifest.ts';
import type { Ingredient } from './store/store.ts';

export type ManifestMethods = {
  read(request: { path: string; contentType: string; trustAnchors: string | null }): ManifestFacts;
  readIngredient(file: IngredientFile): Ingredient;
  embed(request: { source: string; target: string; carrier: Carrier; gap: number }): Embedded | null;
};

type CallOptions = { signal?: AbortSignal };

export type ManifestEngine = {
  /** Says whether the file carries a manifest, whether that holds, and what it says. */
  readManifest(
    path: string,
    options: CallOptions & { contentType: string; trustAnchors?: string | null },
  ): Promise<ManifestFacts>;
  /** Describes a file that goes into another, and brings its manifests along. */
  readIngredient(file: IngredientFile, options?: CallOptions): Promise<Ingredient>;
  /** Writes a copy with room for a store. Null if the file cannot carry one. */
  embed(
    request: { source: string; target: string; carrier: Carrier; gap: number },
    options?: CallOptions,
  ): Promise<Embedded | null>;
  close(): Promise<void>;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

export function createManifestEngine({ log, size = 1 }: { log: Log; size?: number }): ManifestEngine {
  const pool = createProcessPool<ManifestMethods>({
    name: 'manifests',
    entry: new URL('./process.ts', import.meta.url),
    config: undefined,
    size,
    maxQueued: 100,
    callDeadlineMs: 5 * MINUTE_MS,
    startDeadlineMs: MINUTE_MS / 2,
    // The library hashes large files in pieces of 256 MB.
    maxRssBytes: 500 * MIB,
    // It does so in one turn of the event loop.
    hangMs: 2 * MINUTE_MS,
    idleMs: MINUTE_MS,
    log,
  });
  return {
    readManifest: (path, { signal, contentType, trustAnchors = null }) =>
      pool.call('read', { path, contentType, trustAnchors }, signal ? { signal } : {}),
    readIngredient: (file, options = {}) =>
      pool.call('readIngredient', file, options).catch((error: unknown) => {
        // A file that ends the process must not cost its customer the film that was made of it.
        if (!(error instanceof EngineFailed) || options.signal?.aborted) throw error;
        log.warn({ err: error }, 'the manifest of an ingredient could not be read: its hash alone names it');
        return withoutManifest(file);
      }),
    embed: (request, options = {}) => pool.call('embed', request, options),
    close: () => pool.close(),
  };
}
