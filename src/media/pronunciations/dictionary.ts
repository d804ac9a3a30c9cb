import { InvalidPronunciation, unpronounceable } from '../../../engines/speech/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { ownTurn } from '../../platform/event-loop.ts';
import { findDictionary, replaceDictionary } from './queries.ts';

export type Dictionary = { entries: Record<string, string>; updatedAt: Date | null };

export async function readDictionary({ db }: { db: Db }, accountId: string): Promise<Dictionary> {
  const row = await findDictionary(db, accountId);
  return { entries: row?.entries ?? {}, updatedAt: row?.updated_at ?? null };
}

/** Reading a thousand entries takes longer than other requests may be kept waiting. */
const ENTRIES_PER_TURN = 20;

/** An entry that no voice can speak is refused. One that only some can speak is ignored by the others. */
export async function changeDictionary(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  entries: Record<string, string>,
): Promise<Dictionary> {
  for (const [index, [word, spokenAs]] of Object.entries(entries).entries()) {
    if (index % ENTRIES_PER_TURN === 0) await ownTurn();
    const isText = isPlain(word) && isPlain(spokenAs);
    const fault = isText ? unpronounceable(spokenAs) : 'has control characters, or is empty';
    if (fault !== null) throw new InvalidPronunciation(word.toWellFormed(), fault);
  }
  const updatedAt = clock.now();
  await replaceDictionary(db, accountId, entries, updatedAt);
  return { entries, updatedAt };
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && text.trim() !== '' && !/\p{Cc}/u.test(text);
}
