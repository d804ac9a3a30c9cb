import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import { findAccount } from '../../tenancy/accounts/index.ts';
import { type DeclinedTopUp, takeUntold } from './queries/auto-top-ups.ts';

export type TellDeps = { db: Db; clock: Clock; mailer: Mailer | null };

/** Mails owners whose card was declined. A crash may mail twice, but never not at all. */
export async function tellDeclined(deps: TellDeps): Promise<number> {
  for (let told = 0; ; told += 1) {
    const declined = await deps.db.transaction().execute(async (tx) => {
      const row = await takeUntold(tx, deps.clock.now());
      const account = row && (await findAccount(tx, row.accountId));
      if (row && account) deps.mailer?.post(async () => ({ to: account.email, ...mailOf(row) }));
      return row;
    });
    if (!declined) return told;
  }
}

function mailOf({ cents, reason }: DeclinedTopUp): { subject: string; text: string } {
  const amount = `${(cents / 100).toFixed(2)} USD`;
  const why = reason === 'no_saved_card' ? 'There is no saved card.' : `The card was declined (${reason}).`;
  return {
    subject: 'Your automatic top-up failed',
    text: `We could not top up your balance by ${amount}. ${why}

Automatic top-up is now off. Nothing was charged.
Top up once with a card that works, then turn automatic top-up on again.
`,
  };
}
