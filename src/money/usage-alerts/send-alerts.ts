import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import { type AccountData, findAccount } from '../../tenancy/accounts/index.ts';
import { type DueRow, deleteAlerts, insertAlert, selectDue } from './queries.ts';

export type UsageAlert = {
  id: string;
  accountId: string;
  percent: number;
  usedCredits: number;
  includedCredits: number;
  resetsAt: Date;
};

export type AlertDeps = {
  db: Db;
  clock: Clock;
  /** Null: this server cannot send mail. */
  mailer: Mailer | null;
  /** Sends the webhook, if the account has one. Called in the transaction that records the alert. */
  announceAlert(tx: Tx, alert: UsageAlert): Promise<void>;
};

const BATCH = 100;

/** Tells accounts that reached a percentage they set: once per cycle and percentage, however many nodes sweep. */
export async function sendUsageAlerts(deps: AlertDeps): Promise<number> {
  const due = await selectDue(deps.db, deps.clock.now(), BATCH);
  let sent = 0;
  for (const row of due) {
    const alert = await deps.db.transaction().execute((tx) => recordAlert(deps, tx, row));
    if (!alert) continue;
    mailAlert(deps, alert);
    sent += 1;
  }
  return sent;
}

async function recordAlert(
  { clock, announceAlert }: AlertDeps,
  tx: Tx,
  row: DueRow,
): Promise<UsageAlert | null> {
  const now = clock.now();
  const id = uuidv7(now.getTime());
  if (!(await insertAlert(tx, { ...row, id, now }))) return null;
  const alert = {
    id,
    accountId: row.account_id,
    percent: row.percent,
    usedCredits: row.used_credits,
    includedCredits: row.included_credits,
    resetsAt: row.cycle_ends_at,
  };
  await announceAlert(tx, alert);
  return alert;
}

/** After the commit: a crash in between loses the mail, but never sends it twice. */
function mailAlert({ db, mailer }: AlertDeps, alert: UsageAlert): void {
  mailer?.post(async () => {
    const account = await findAccount(db, alert.accountId);
    if (!account?.emailVerified) return null;
    const count = (credits: number) => credits.toLocaleString('en-US');
    return {
      to: account.email,
      subject: `${alert.percent}% of your monthly credits are used`,
      text: [
        `Your account has used ${count(alert.usedCredits)} of its ${count(alert.includedCredits)} credits. They renew on ${alert.resetsAt.toISOString().slice(0, 10)}.`,
        'After that, requests draw from your prepaid balance, and stop when it is empty.',
        'You set this alert in the pay-as-you-go settings.',
      ].join('\n\n'),
    };
  });
}

export function usageAlertData({ db }: { db: Db }): AccountData {
  return { erase: (accountId) => deleteAlerts(db, accountId) };
}
