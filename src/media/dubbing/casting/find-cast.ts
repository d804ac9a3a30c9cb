import { printCosine } from '../../../../engines/voice-cloning/index.ts';
import { SAME_VOICE } from '../../../library/voices/index.ts';
import type { DubVoice } from '../project.ts';

/** Somebody who speaks in another dub of the account. */
export type CastMember = {
  dubId: string;
  speakerId: string;
  name: string;
  print: readonly number[] | null;
  voice: DubVoice | null;
  createdAt: Date;
};

export type FoundMember = CastMember & { similarity: number };

/**
 * Finds the speaker of other dubs whose voice print is most like this one. The latest wins among equals. Null if
 * none is like enough.
 */
export function sameSpeakerIn(
  print: readonly number[] | null,
  members: readonly CastMember[],
): FoundMember | null {
  if (!print) return null;
  const alike = members.flatMap((member): FoundMember[] => {
    const similarity = member.print && member.voice ? printCosine(print, member.print) : 0;
    return similarity >= SAME_VOICE ? [{ ...member, similarity }] : [];
  });
  alike.sort((a, b) => b.similarity - a.similarity || b.createdAt.getTime() - a.createdAt.getTime());
  return alike[0] ?? null;
}
