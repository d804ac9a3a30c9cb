import { deleteListing } from '../library/marketplace/index.ts';
import type { VoiceDeletionHook } from '../library/voices/index.ts';
import { deleteOfVoice } from '../media/speech-cache/index.ts';

/** Removes what belongs to a voice in other slices when it is deleted. */
export const ON_VOICE_DELETED: readonly VoiceDeletionHook[] = [deleteListing, deleteOfVoice];
