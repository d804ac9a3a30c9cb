import { buffer } from 'node:stream/consumers';
import type { Codec } from '../../engines/codec/index.ts';
import type { EffectsEngine, NamedKind } from '../../engines/sound-effects/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { KindNotFound } from './errors.ts';

export type EffectPreviews = { previewOf(slug: string): Promise<Buffer> };

const SEED = 1;

/** How a kind is named in a URL. */
export function slugOf({ name }: Pick<NamedKind, 'name'>): string {
  return name.replaceAll(' ', '-');
}

/** Made on first request, then kept. */
export function createEffectPreviews(deps: {
  effects: EffectsEngine;
  codec: Codec;
  storage: Storage;
}): EffectPreviews {
  const { effects, codec, storage } = deps;
  const kinds = new Map(effects.kinds.map((kind) => [slugOf(kind), kind]));
  const running = new Map<string, Promise<Buffer>>();

  async function make(kind: NamedKind, key: string): Promise<Buffer> {
    const { plan } = effects.read(kind.name, { loop: false });
    const sound = await effects.render(plan, { seed: SEED, loop: false }, {});
    const wav = await codec.encodeSound('wav').encode(sound);
    await storage.put(key, wav, { contentType: 'audio/wav' });
    return wav;
  }

  return {
    async previewOf(slug) {
      const kind = kinds.get(slug);
      if (!kind) throw new KindNotFound();
      const key = `previews/${effects.model}/${slug}.wav`;
      const kept = await storage.get(key);
      if (kept) return buffer(kept.body);
      const preview = running.get(slug) ?? make(kind, key).finally(() => running.delete(slug));
      running.set(slug, preview);
      return preview;
    },
  };
}
