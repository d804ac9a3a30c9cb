import { deleteListing } from '../library/marketplace/index.ts';
import type { VoiceDeletionHook } from '../library/voices/index.ts';
import { deleteOfVoice } from '../media/speech-cache/index.ts';

/** What else goes when a voice is deleted. */
export const ON_VOICE_DELETED: readonly VoiceDeletionHook[] = [deleteListing, deleteOfVoice];
