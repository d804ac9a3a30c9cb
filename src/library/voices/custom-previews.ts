import { buffer } from 'node:stream/consumers';
import { encodeWav } from '../../../engines/codec/index.ts';
import { isRemote, type Speaker, type SpeechEngine } from '../../../engines/speech/index.ts';
import { isUuid } from '../../http/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import {
  adoptObject,
  deleteMarkedObjects,
  discardObjects,
  markForDeletion,
  type ObjectDeps,
  putTracked,
} from '../../platform/storage/index.ts';
import type { Provenance } from '../../work/provenance/index.ts';
import type { VoiceRow } from './custom-voice.ts';
import { VoiceNotFound } from './errors.ts';
import { speakerOf } from './find-voice.ts';
import { previewLineFor, speakLine } from './preview-lines.ts';
import { keepPreview, selectPreviewKey, selectVoice } from './queries.ts';

export type CustomPreviews = { previewOf(accountId: string, voiceId: string): Promise<Buffer> };

type Deps = ObjectDeps & { engine: SpeechEngine; provenance: Pick<Provenance, 'sign' | 'signedBy'> };

/** These work like the previews of presets, but each belongs to its voice and is deleted with it. */
export function createCustomPreviews(deps: Deps): CustomPreviews {
  const { db, engine, storage, clock, provenance } = deps;
  const running = new Map<string, Promise<Buffer>>();

  const folderOf = (voice: VoiceRow) =>
    `voices/${voice.account_id}/${engine.capabilities.mark}/${provenance.signedBy}/`;

  async function previewOf(accountId: string, voiceId: string): Promise<Buffer> {
    const voice = isUuid(voiceId) ? await selectVoice(db, accountId, voiceId) : undefined;
    if (!voice) throw new VoiceNotFound();
    const speaker = speakerOf(voice);
    const key = await selectPreviewKey(db, voiceId);
    // One that was made under another mark or certificate is made again.
    const kept = key?.startsWith(folderOf(voice)) ? await storage.get(key) : null;
    if (kept) return buffer(kept.body);
    const preview =
      running.get(voiceId) ?? makePreview(voice, speaker, key).finally(() => running.delete(voiceId));
    running.set(voiceId, preview);
    return preview;
  }

  async function makePreview(voice: VoiceRow, speaker: Speaker, former: string | null): Promise<Buffer> {
    const { model } = engine.capabilities;
    const piece = { kind: 'preview', contentType: 'audio/wav', model, voiceId: voice.id };
    const wav = await provenance.sign(piece, await speakPreview(engine, voice, speaker));
    const key = `${folderOf(voice)}${uuidv7(clock.now().getTime())}`;
    await putTracked(deps, key, wav, { contentType: 'audio/wav' });
    let isKept = false;
    try {
      isKept = await db.transaction().execute(async (tx) => {
        // Another node may have been first, or the voice may be gone.
        if (!(await keepPreview(tx, voice.id, { key, former }))) return false;
        await adoptObject(tx, key);
        if (former) await markForDeletion(deps, tx, former);
        return true;
      });
    } finally {
      if (!isKept) await discardObjects(deps, [key]);
    }
    if (former && isKept) await deleteMarkedObjects(deps, [former]);
    return wav;
  }

  return { previewOf };
}

async function speakPreview(
  engine: SpeechEngine,
  { id, account_id: accountId, facts }: VoiceRow,
  speaker: Speaker,
): Promise<Buffer> {
  const line = previewLineFor(isRemote(speaker) ? speaker.language : baseLanguage(engine, speaker));
  const text = typeof facts.previewText === 'string' ? facts.previewText : line;
  const samples = await speakLine(engine, { text, voiceId: id, speaker }, { onBehalfOf: { accountId } });
  return encodeWav([samples], engine.capabilities.sampleRate);
}

function baseLanguage({ voices }: SpeechEngine, { baseVoice }: { baseVoice: string }): string {
  return voices.find(({ id }) => id === baseVoice)?.language ?? 'en';
}
