import { encodeWav } from '../../../../engines/codec/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { domainError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import {
  adoptObject,
  type ByteRange,
  deleteMarkedObjects,
  discardObjects,
  fileBody,
  type ObjectDeps,
  putTracked,
  type StoredObject,
} from '../../../platform/storage/index.ts';
import type { Provenance } from '../../../work/provenance/index.ts';
import { findAudioKey, type Side, setAudioKey, stripAudioBefore, type TurnKey } from './audio-queries.ts';
import type { Heard } from './hear.ts';

export type SentAudio = { path: string; contentType: string };

const TurnAudioGone = domainError(
  'not_found',
  'audio_gone',
  'There is no such sound for this turn: it was not kept, or is deleted.',
);

/** Stores what the caller sent. It belongs to the turn once that is kept, and is deleted if it never is. */
export async function withKeptAudio(
  deps: ObjectDeps,
  heard: Heard,
  { path, contentType }: SentAudio,
): Promise<Heard> {
  const objectKey = `conversations/${uuidv7()}`;
  try {
    await putTracked(deps, objectKey, fileBody(path), { contentType });
  } catch (error) {
    await heard.release();
    throw error;
  }
  return {
    ...heard,
    hasAudio: true,
    async attach(tx: Tx, turn) {
      await setAudioKey(tx, turn, 'caller', objectKey);
      await adoptObject(tx, objectKey);
    },
    async release() {
      await heard.release();
      await discardObjects(deps, [objectKey]);
    },
  };
}

export type LiveSound = { samples: Float32Array; rate: number };

export type KeepDeps = ObjectDeps & { provenance: Pick<Provenance, 'sign'> };

/**
 * Keeps what was said in a turn of a live conversation. What the agent said is signed, as `voice` speaks it. Whatever is not
 * attached to the turn is deleted.
 */
export async function keepLiveAudio(
  deps: KeepDeps,
  turn: TurnKey,
  sounds: Partial<Record<Side, LiveSound>>,
  voice: { model: string; voiceId: string },
): Promise<void> {
  const about = { kind: 'agent', contentType: 'audio/wav', ...voice };
  const encoded = Object.entries(sounds).map(async ([side, { samples, rate }]) => {
    const wav = encodeWav([samples], rate);
    const file = side === 'reply' ? await deps.provenance.sign(about, wav) : wav;
    return { side: side as Side, objectKey: `conversations/${uuidv7()}`, wav: file };
  });
  const stored = await Promise.all(encoded);
  try {
    for (const { objectKey, wav } of stored)
      await putTracked(deps, objectKey, wav, { contentType: 'audio/wav' });
    await deps.db.transaction().execute(async (tx) => {
      for (const { side, objectKey } of stored) {
        await setAudioKey(tx, turn, side, objectKey);
        await adoptObject(tx, objectKey);
      }
    });
  } catch (error) {
    await discardObjects(
      deps,
      stored.map(({ objectKey }) => objectKey),
    );
    throw error;
  }
}

export async function openTurnAudio(
  { db, storage }: Pick<ObjectDeps, 'db' | 'storage'>,
  accountId: string,
  { side, ...turn }: { conversationId: string; number: number; side: Side },
  range: ByteRange | undefined,
): Promise<StoredObject> {
  const objectKey = await findAudioKey(db, { accountId, ...turn }, side);
  const stored = objectKey && (await storage.get(objectKey, range && { range }));
  if (!stored) throw new TurnAudioGone();
  return stored;
}

const KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP_BATCH = 500;

/** Deletes the sound of one batch of turns older than 30 days, and returns its size. */
export async function sweepTurnAudio(deps: ObjectDeps): Promise<number> {
  const now = deps.clock.now();
  const objectKeys = await stripAudioBefore(deps.db, new Date(now.getTime() - KEPT_MS), now, SWEEP_BATCH);
  await deleteMarkedObjects(deps, objectKeys);
  return objectKeys.length;
}
