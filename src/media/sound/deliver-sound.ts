import type { Sound } from '../../../engines/codec/index.ts';
import { type Answer, type AnswerKeeper, type Caller, payerOf } from '../../http/index.ts';
import { type ChargeDeps, chargeFor, type Rider } from '../../money/ledger/index.ts';
import { creditsFor, type PricedUnit } from '../../money/pricing/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { discardObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import type { GeneratedSound, Provenance } from '../../work/provenance/index.ts';
import type { History } from '../history/index.ts';

export type SoundDeps = ChargeDeps &
  ObjectDeps & { history: History; provenance: Pick<Provenance, 'begin' | 'sign' | 'signedBy'> };

/** `sound` is what the file holds; null if it holds notes. */
type MadeSound = { file: Buffer; durationSeconds: number; sound: Sound | null };

/** A checked request for a sound that is not speech. */
export type SoundOrder = {
  kind: 'music' | 'sfx';
  prompt: string;
  model: string;
  unit: PricedUnit;
  quantity: number;
  format: string;
  contentType: string;
  deadlineMs: number;
  /** The key comes from `soundKey`. Null if the same order may give another sound. */
  cacheKey: string | null;
  make(options: MakeOptions): Promise<MadeSound>;
};

export type MakeOptions = { signal: AbortSignal; deadlineMs: number; signPart: SignPart };

/** Signs a file that goes into an archive. It is recorded with the archive. */
export type SignPart = (bytes: Buffer, contentType: string) => Promise<Buffer>;

export type DeliveredSound = {
  file: Buffer;
  durationSeconds: number;
  historyId: string;
  credits: number;
  cache: 'hit' | 'miss';
};

export type SoundContext = {
  requestId: string;
  /** Aborted when the client is gone: the work stops and nothing is charged. */
  signal: AbortSignal;
  /** Keeps the answer to a call with an Idempotency-Key, in the transaction that settles its charge. */
  keeper: AnswerKeeper | null;
  answerWith(sound: DeliveredSound): Answer | Promise<Answer>;
};

/**
 * Reserve, make, keep in the history, settle. The charge is settled before the answer is returned. The history is also
 * the cache: what an entry of the account already has is not made again. It costs the same.
 */
export async function deliverSound(
  deps: SoundDeps,
  caller: Caller,
  order: SoundOrder,
  { requestId, signal, keeper, answerWith }: SoundContext,
): Promise<Answer> {
  const { accountId } = caller;
  const { kind, prompt, model, unit, quantity, format, contentType, deadlineMs, cacheKey } = order;
  const credits = creditsFor(unit, quantity);
  const amount = { credits, unit, quantity, model, requestId, deadlineMs };
  const charge = { accountId, ...payerOf(caller), ...amount };
  const named = { kind, model, voiceId: null };

  const work = async (stop: AbortSignal): Promise<{ answer: Answer; rows: readonly Rider[] }> => {
    const kept = cacheKey === null ? null : await deps.history.made(accountId, cacheKey);
    const parts: GeneratedSound[] = [];
    const signPart: SignPart = (bytes, type) => {
      const part = deps.provenance.begin({ id: uuidv7(), accountId, ...named, contentType: type });
      parts.push(part);
      return part.sign(bytes);
    };
    const made = kept ? { ...kept, sound: null } : await order.make({ signal: stop, deadlineMs, signPart });
    const { durationSeconds, sound } = made;
    const entry = await deps.history.startEntry(accountId, { ...named, format, contentType });
    try {
      if (sound) await entry.hear(sound);
      const file = await entry.storeWhole(made.file, { wasDelivered: kept !== null });
      const facts = { text: prompt, words: [], characters: 0 };
      const ofEntry = entry.rows({ ...facts, credits, durationSeconds, cacheKey });
      const rows = [...ofEntry, ...parts.map((part) => part.row())];
      const delivered = { file, durationSeconds, historyId: entry.id, credits };
      const answer = await answerWith({ ...delivered, cache: kept ? 'hit' : 'miss' });
      await keeper?.stash(answer);
      return { answer, rows };
    } catch (error) {
      entry.abandon();
      await discardObjects(deps, [entry.objectKey]);
      throw error;
    }
  };
  const { answer } = await chargeFor(deps, charge, work, {
    signal,
    riders: ({ rows }) => rows,
    alongside: keeper ? (tx, made) => keeper.keep(tx, made.answer) : undefined,
  });
  return answer;
}
