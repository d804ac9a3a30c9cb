import type { SpeechEngine } from '../../../engines/speech/index.ts';
import { type Caller, payerOf } from '../../http/index.ts';
import {
  type ChargeDeps,
  type ChargeRequest,
  chargeFor,
  creditsToReserve,
} from '../../money/ledger/index.ts';
import { countCharacters } from '../../money/pricing/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Provenance, SpokenSound } from '../../work/provenance/index.ts';
import { quoteSpeech, type ReadSpeech, readVoice, type SpeechRequest, voiceOf } from '../speech/index.ts';
import type { Clause } from './clauses.ts';

/**
 * The voice of one reply, and its price. A clause is reserved before its sound is used, settled just before that sound is sent,
 * and released if it never is, so nobody pays for what they did not get and nobody gets what they did not pay for. A crash
 * leaves reservations, which expire. The fee of a listed voice is paid once for the reply, with the first clause that is sent.
 */
export type ReplyVoice = {
  utterance: Omit<ReadSpeech['utterance'], 'text'>;
  /** Fails with 402. `keep` runs in the transaction that takes the credits, and is told how many. */
  reserve(clause: Pick<Clause, 'speech'>, keep?: KeepClause): Promise<ReservedClause>;
  /** The samples of a settled clause that have just left. Returns at once. */
  left(samples: Float32Array): void;
  /** Records how all that has left sounds. Call it when nothing more will leave. Never throws. */
  record(): Promise<void>;
};

type KeepClause = (tx: Tx, credits: number) => Promise<void>;

export type ReservedClause = {
  credits: number;
  settle(): Promise<void>;
  /** Resolves when the credits are back. Does nothing to a clause that is settled. Never throws. */
  release(): Promise<void>;
};

export type ReplyVoiceDeps = ChargeDeps & {
  engine: SpeechEngine;
  provenance: Pick<Provenance, 'beginSpoken'>;
};

/** `kind` is how the registry names what is spoken. */
type Wanted = Pick<SpeechRequest, 'voice_id' | 'language' | 'speed'> & { kind: string };

/** Reads the voice as it is now: its owner may have withdrawn it since the last reply. */
export async function openReplyVoice(
  deps: ReplyVoiceDeps,
  caller: Caller,
  { kind, ...wanted }: Wanted,
  requestId: string,
): Promise<ReplyVoice> {
  const read = await readVoice(deps, caller, wanted);
  const { id: voiceId } = voiceOf(read);
  const { text: _text, ...utterance } = read.utterance;
  let isFeeTaken = false;
  let spoken: SpokenSound | null = null;

  function beginSpoken(): SpokenSound {
    const { accountId } = caller;
    const { model, sampleRate } = deps.engine.capabilities;
    return deps.provenance.beginSpoken({ id: uuidv7(), accountId, kind, model, voiceId, sampleRate });
  }

  function priceOf({ speech }: Pick<Clause, 'speech'>): ChargeRequest {
    const { charge } = quoteSpeech(caller, { ...read, characters: spokenCharacters(speech) }, requestId);
    return isFeeTaken ? { ...charge, fee: undefined } : charge;
  }

  return {
    utterance,
    async reserve(clause, keep) {
      const charge = priceOf(clause);
      const credits = creditsToReserve(charge);
      const hasFee = !isFeeTaken;
      // The next clause may be reserved before this one is settled.
      isFeeTaken = true;
      const giveUpFee = (): void => {
        if (hasFee) isFeeTaken = false;
      };
      return holdCharge(deps, charge, { keep: keep && ((tx) => keep(tx, credits)), giveUpFee });
    },
    left(samples) {
      spoken ??= beginSpoken();
      spoken.left(samples);
    },
    async record() {
      const whole = spoken;
      spoken = null;
      // The reply was heard and paid for, whether or not the registry can be written.
      await whole
        ?.record(payerOf(caller).credentialId)
        .catch((err: unknown) => deps.log?.error({ err }, 'a spoken reply was not recorded'));
    },
  };
}

/** Pays for a clause whose sound is sent as soon as it is made. Throws if nobody waits for it any more. */
export async function payForClause(clause: ReservedClause, signal: AbortSignal): Promise<void> {
  if (signal.aborted) await clause.release();
  signal.throwIfAborted();
  await clause.settle();
}

/** Counts the billed characters. Parts that are not spoken, such as an address, are blank and cost nothing. */
function spokenCharacters(speech: string): number {
  return countCharacters(speech.replace(/\s+/gu, ' ').trim());
}

type HoldOptions = { keep: ((tx: Tx) => Promise<void>) | undefined; giveUpFee(): void };

async function holdCharge(
  deps: ChargeDeps,
  charge: ChargeRequest,
  { keep, giveUpFee }: HoldOptions,
): Promise<ReservedClause> {
  const reserved = Promise.withResolvers<void>();
  const due = Promise.withResolvers<void>();
  const released = new AbortController();
  const work = (): Promise<void> => {
    reserved.resolve();
    return due.promise;
  };
  const paid = chargeFor(deps, charge, work, { signal: released.signal, alongside: keep });
  // Whoever settles gets the failure; a clause that is never sent has nobody to tell.
  paid.catch((error: unknown) => {
    giveUpFee();
    reserved.reject(error);
  });
  await reserved.promise;
  return {
    credits: creditsToReserve(charge),
    async settle() {
      due.resolve();
      await paid;
    },
    async release() {
      released.abort();
      await paid.catch(() => undefined);
    },
  };
}
