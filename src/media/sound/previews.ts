import { buffer } from 'node:stream/consumers';
import type { Codec, Sound } from '../../../engines/codec/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { Provenance } from '../../work/provenance/index.ts';

/** Finds a preview by its name in the URL. */
export type Previews = { previewOf(slug: string): Promise<Buffer | null> };

/** How a kind or genre is named in a URL. */
export function slugOf({ name }: { name: string }): string {
  return name.replaceAll(' ', '-');
}

export type PreviewDeps = {
  storage: Storage;
  codec: Codec;
  provenance: Pick<Provenance, 'sign' | 'signedBy'>;
  log: Log;
};

/**
 * Each is made on its first request and kept until the engine changes, or the certificate. Anybody may ask, so they are made one at a time:
 * customers never wait for more than one.
 */
export function createPreviews(
  { storage, codec, provenance, log }: PreviewDeps,
  { model, version }: { model: string; version: string },
  makers: ReadonlyMap<string, () => Promise<Sound>>,
): Previews {
  const folder = `previews/${model}/`;
  const kept = `${folder}${version}/${provenance.signedBy}/`;
  const running = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  let cleared: Promise<void> | undefined;

  async function make(key: string, render: () => Promise<Sound>): Promise<Buffer> {
    const unsigned = await codec.encodeSound('wav').encode(await render());
    const wav = await provenance.sign(
      { kind: 'preview', contentType: 'audio/wav', model, voiceId: null },
      unsigned,
    );
    await storage.put(key, wav, { contentType: 'audio/wav' });
    cleared ??= deleteOthers().catch((err: unknown) => log.warn({ err }, 'old previews were not deleted'));
    await cleared;
    return wav;
  }
  async function deleteOthers(): Promise<void> {
    const old: string[] = [];
    for await (const key of storage.list(folder)) if (!key.startsWith(kept)) old.push(key);
    if (old.length > 0) await storage.delete(old);
  }

  return {
    async previewOf(slug) {
      const render = makers.get(slug);
      if (!render) return null;
      const key = `${kept}${slug}.wav`;
      const made = await storage.get(key);
      if (made) return buffer(made.body);
      const waiting = running.get(slug);
      if (waiting) return waiting;
      const preview = last.then(() => make(key, render)).finally(() => running.delete(slug));
      running.set(slug, preview);
      // The next one does not care how this one ended; whoever asked for it does.
      last = preview.catch(() => undefined);
      return preview;
    },
  };
}
