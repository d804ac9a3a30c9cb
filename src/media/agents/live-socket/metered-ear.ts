import type { Ear, EarEvent } from '../../../../engines/turn-taking/index.ts';

export type TurnEnded = Extract<EarEvent, { kind: 'turn_ended' }>;

export type MeteredEarOptions = {
  open(onEvent: (event: EarEvent) => void): Ear;
  /** Pays for what was heard, before anybody uses its words. Null: it is not used, and so costs nothing. */
  pay(turn: TurnEnded): Promise<void> | null;
  /** It could not be paid, or not be kept. Returns what is told instead of the words; null: nothing. */
  refused(error: unknown, turn: TurnEnded): EarEvent | null;
  onEvent(event: EarEvent): void;
};

/** An ear that tells of a turn after it is paid for. Later events wait for it, so their order stays. */
export function openMeteredEar({ open, pay, refused, onEvent }: MeteredEarOptions): Ear {
  let paying: Promise<void> | null = null;

  async function payAndTell(turn: TurnEnded, payment: Promise<void>): Promise<void> {
    try {
      await payment;
      onEvent(turn);
    } catch (error) {
      const instead = refused(error, turn);
      if (instead) onEvent(instead);
    }
  }

  function take(event: EarEvent): Promise<void> | null {
    const payment = event.kind === 'turn_ended' ? pay(event) : null;
    if (event.kind === 'turn_ended' && payment) return payAndTell(event, payment);
    onEvent(event);
    return null;
  }

  return open((event) => {
    const next = paying ? paying.then(() => take(event) ?? undefined) : take(event);
    if (!next) return;
    const settled: Promise<void> = next.finally(() => {
      if (paying === settled) paying = null;
    });
    paying = settled;
  });
}
