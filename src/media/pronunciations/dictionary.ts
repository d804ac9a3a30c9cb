import { InvalidPronunciation, unsayable } from '../../engines/speech/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { findDictionary, replaceDictionary } from './queries.ts';

export type Dictionary = { entries: Record<string, string>; updatedAt: Date | null };

export async function readDictionary({ db }: { db: Db }, accountId: string): Promise<Dictionary> {
  const row = await findDictionary(db, accountId);
  return { entries: row?.entries ?? {}, updatedAt: row?.updated_at ?? null };
}

/** An entry that no voice could ever say is refused; one that only some can say is passed over by the others. */
export async function changeDictionary(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  entries: Record<string, string>,
): Promise<Dictionary> {
  for (const [word, said] of Object.entries(entries)) {
    const fault = !isPlain(word) || !isPlain(said) ? 'has characters that are no text' : unsayable(said);
    if (fault !== null) throw new InvalidPronunciation(word.toWellFormed(), fault);
  }
  const updatedAt = clock.now();
  await replaceDictionary(db, accountId, entries, updatedAt);
  return { entries, updatedAt };
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && text.trim() !== '' && !/\p{Cc}/u.test(text);
}
