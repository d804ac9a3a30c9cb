import type { Db } from '../../../platform/database/index.ts';
import { type FoundMember, sameSpeakerIn } from '../casting/find-cast.ts';
import type { DubRow } from './dub.ts';
import { selectCast } from './queries.ts';

type Suggestion = { dub_id: string; speaker_id: string; name: string; similarity: number };

/** Speakers of the account's other dubs who sound like a speaker of this one, by the id of that speaker. */
export type Suggestions = ReadonlyMap<string, Suggestion>;

/** Prints are kept with consent only, so that without it nobody is recognised. */
export async function findCast(db: Db, dub: DubRow): Promise<Suggestions> {
  const speakers = dub.options.consent ? (dub.script?.speakers ?? []) : [];
  if (speakers.every(({ print }) => print === null)) return new Map();
  const members = await selectCast(db, dub);
  return new Map(
    speakers.flatMap(({ id, print }) => {
      const found = sameSpeakerIn(print, members);
      return found ? [[id, suggestionOf(found)] as const] : [];
    }),
  );
}

function suggestionOf({ dubId, speakerId, name, similarity }: FoundMember): Suggestion {
  return { dub_id: dubId, speaker_id: speakerId, name, similarity: Math.round(similarity * 1_000) / 1_000 };
}
