import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import { hitWindow } from '../rate-limits/index.ts';

export type MailDeps = {
  db: Db;
  clock: Clock;
  /** Null: this server cannot send mail. */
  mailer: Mailer | null;
  publicUrl: string;
};

const MAILS_PER_HOUR = 5;
const HOUR_MS = 3_600_000;

/** Nobody can flood a mailbox through us. */
export async function mayMail(deps: { db: Db; clock: Clock }, email: string): Promise<boolean> {
  const nowMs = deps.clock.now().getTime();
  const window = { limit: MAILS_PER_HOUR, windowMs: HOUR_MS, nowMs };
  return (await hitWindow(deps.db, { subject: `mail ${email.toLowerCase()}`, ...window })).allowed;
}
