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
        for (const { name, key } of filesOf(voice)) {
          const open = async () => (await storage.get(key))?.body ?? null;
          yield { path: `voices/${voice.id}/${name}.bin`, open };
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

/** What an engine made of the voice, beside its speaker. */
function filesOf({ speaker }: VoiceRow): { name: string; key: string }[] {
  if (speaker === null) return [];
  const read = readAnySpeaker(speaker);
  if (isRemote(read)) return [{ name: 'artifact', key: read.artifactKey }];
  return read.adaptationKey === undefined ? [] : [{ name: 'adaptation', key: read.adaptationKey }];
}

/** Leaves out the columns of the job. */
function exported({ started: _, progress: __, ...voice }: VoiceRow): object {
  return voice;
}
