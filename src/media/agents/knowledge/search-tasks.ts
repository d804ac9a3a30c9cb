/** What threads do with customers' documents. */
import { defineTask } from '../../../platform/threads/index.ts';
import type { Passage } from '../minds/model/system-prompt.ts';
import { buildIndex, type KnowledgeIndex } from './bm25.ts';
import { passagesOf } from './passages.ts';

const HERE = new URL(import.meta.url);

export const searchKept = defineTask<typeof foundIfKept>(HERE, 'foundIfKept');
export const searchTexts = defineTask<typeof foundIn>(HERE, 'foundIn');

type Question = { key: string; said: string; most: number };
type Texts = { language: string; texts: readonly { name: string; text: string }[] };

/** In one thread. An index takes a few megabytes at most. */
const MAX_KEPT = 25;
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
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return index.search(said, most);
}
