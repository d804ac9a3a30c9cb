import { isRemote, readAnySpeaker } from '../../../engines/speech/index.ts';
import { deleteMarkedObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { forgetAddresses, selectConsents } from '../consents/index.ts';
import { deleteChallenges } from './consents/queries.ts';
import type { VoiceRow } from './custom-voice.ts';
import { removeVoice, type VoiceDeletionHook } from './delete-voice.ts';
import { selectVoices } from './queries.ts';
import { selectSamples } from './samples.ts';

type Deps = ObjectDeps & { onVoiceDeleted: readonly VoiceDeletionHook[] };

export function voiceData(deps: Deps): AccountData {
  const { db, storage } = deps;
  const allVoices = (accountId: string) =>
    allPages((before) => selectVoices(db, accountId, { before, limit: EXPORT_PAGE - 1 }));
  const allConsents = (accountId: string) =>
    allPages((before) => selectConsents(db, accountId, { before, limit: EXPORT_PAGE }));

  return {
    async *entries(accountId) {
      yield jsonLines('voices.jsonl', async function* () {
        for await (const voice of allVoices(accountId)) yield exported(voice);
      });
      yield jsonLines('voice-consents.jsonl', () => allConsents(accountId));
      for await (const voice of allVoices(accountId)) {
        const artifact = artifactOf(voice);
        if (artifact) {
          const open = async () => (await storage.get(artifact))?.body ?? null;
          yield { path: `voices/${voice.id}/artifact.bin`, open };
        }
        for (const { object_key, position, content_type } of await selectSamples(db, voice.id)) {
          const open = async () => (await storage.get(object_key))?.body ?? null;
          const extension = content_type === 'audio/mpeg' ? 'mp3' : 'wav';
          yield { path: `voices/${voice.id}/sample-${position}.${extension}`, open };
        }
      }
    },

    /** Consent records stay as evidence, without the address. The jobs have ended before. */
    async erase(accountId) {
      for await (const { id } of allVoices(accountId)) {
        const objectKeys = await db.transaction().execute((tx) => removeVoice(deps, tx, id));
        await deleteMarkedObjects(deps, objectKeys ?? []);
      }
      await forgetAddresses(db, accountId);
      await deleteChallenges(db, accountId);
    },
  };
}

function artifactOf({ speaker }: VoiceRow): string | null {
  const read = speaker === null ? undefined : readAnySpeaker(speaker);
  return isRemote(read) ? read.artifactKey : null;
}

/** Leaves out the columns of the job. */
function exported({ started: _, progress: __, ...voice }: VoiceRow): object {
  return voice;
}
