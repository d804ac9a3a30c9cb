import { type Caller, payerOf } from '../../http/index.ts';
import {
  type ChargeDeps,
  type ChargeRequest,
  chargeFor,
  releaseCharge,
  reserveCredits,
} from '../../money/ledger/index.ts';
import { billableQuantity, countCharacters, creditsFor, type PricedUnit } from '../../money/pricing/index.ts';
import { quoteSpeech, type ReadSpeech } from '../speech/index.ts';

const DEADLINE_MS = 30_000;

export type Meter = ReturnType<typeof openMeter>;

/** Takes the price of what is heard and spoken, each before it is used or sent. Fails with 402. */
export function openMeter(deps: ChargeDeps, caller: Caller, requestId: string) {
  const { accountId } = caller;

  const chargeOf = (unit: PricedUnit, measured: number): ChargeRequest => ({
    accountId,
    ...payerOf(caller),
    credits: creditsFor(unit, measured),
    unit,
    quantity: billableQuantity(measured),
    requestId,
    deadlineMs: DEADLINE_MS,
  });
  const take = (charge: ChargeRequest, signal: AbortSignal): Promise<void> =>
    chargeFor(deps, charge, async () => undefined, { signal });

  return {
    /** Whether a session could pay for anything. A session that cannot would be heard for nothing. */
    async requireCredits(): Promise<void> {
      await releaseCharge(deps, await reserveCredits(deps, chargeOf('stt_second', 1)));
    },
    hear: (seconds: number, signal: AbortSignal) => take(chargeOf('stt_second', seconds), signal),
    /** The fee of a voice is paid once per reply, with its first clause. */
    say(voice: ReadSpeech, { text, isFirst }: { text: string; isFirst: boolean }, signal: AbortSignal) {
      const { charge } = quoteSpeech(caller, { ...voice, characters: countCharacters(text) }, requestId);
      return take(isFirst ? charge : { ...charge, fee: undefined }, signal);
    },
  };
}
