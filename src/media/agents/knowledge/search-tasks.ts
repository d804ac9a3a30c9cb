/** Threads run these tasks, because indexing customers' documents would block the event loop. */
import { defineTask } from '../../../platform/threads/index.ts';
import type { Passage } from '../responders/model/system-prompt.ts';
import { buildIndex, type KnowledgeIndex } from './bm25.ts';
import { passagesOf } from './passages.ts';

const HERE = new URL(import.meta.url);

export const searchKept = defineTask<typeof foundIfKept>(HERE, 'foundIfKept');
export const searchTexts = defineTask<typeof foundIn>(HERE, 'foundIn');

type Question = { key: string; said: string; most: number };
type Texts = { language: string; texts: readonly { name: string; text: string }[] };

/**
 * Limits the indexes in one thread, which may use 256 MB. An index takes up to 40 MB, and twice that while it is
 * built. The margin is ample because one allocation of more than 16 MB beyond the limit ends the whole process, not
 * only the thread.
 */
const MAX_KEPT_BYTES = 80_000_000;
const kept = new Map<string, KnowledgeIndex>();

/** Null if this thread has not read the documents yet. */
export function foundIfKept({ key, said, most }: Question): Passage[] | null {
  const index = kept.get(key);
  if (!index) return null;
  // The one used last is evicted last.
  kept.delete(key);
  kept.set(key, index);
  return index.search(said, most);
}

export function foundIn({ key, said, most, language, texts }: Question & Texts): Passage[] {
  const index = buildIndex(
    texts.flatMap(({ name, text }) => passagesOf(name, text)),
    language,
  );
  kept.set(key, index);
  evict();
  return index.search(said, most);
}

/** Those used longest ago. The newest stays, whatever its size. */
function evict(): void {
  let bytes = [...kept.values()].reduce((sum, index) => sum + index.bytes, 0);
  for (const [key, index] of kept) {
    if (bytes <= MAX_KEPT_BYTES || kept.size === 1) return;
    kept.delete(key);
    bytes -= index.bytes;
  }
}
