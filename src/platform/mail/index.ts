import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { domainError } from '../errors.ts';
import { uuidv7 } from '../ids.ts';
import type { Log } from '../log.ts';

export type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /**
   * Composes and sends in the background, so that the time of a response never tells whether there was anything to
   * send. `compose` returns null when there is not.
   */
  post(compose: () => Promise<Mail | null>): void;
  /** Resolves when nothing is being composed or sent. */
  idle(): Promise<void>;
  /** Stops waiting between attempts: each unsent mail is tried once more. */
  close(): Promise<void>;
};

export type MailerOptions = {
  smtpUrl: string | undefined;
  from: string;
  /** Mail without `smtpUrl` is written here; null: nowhere, so there is no mail. */
  outboxDir: string | null;
  log: Log;
  retryAfterMs?: readonly number[];
};

const RETRY_AFTER_MS = [5_000, 60_000];
const MAX_PENDING = 1_000;
const TIMEOUT_MS = 30_000;

export const MailUnavailable = domainError(
  'unavailable',
  'mail_unavailable',
  (options: { busy: boolean }) => ({
    public: options.busy
      ? 'Too many mails are waiting to be sent. Try again shortly.'
      : 'This server cannot send mail. Ask its operator.',
    ...(options.busy && { retryAfterSeconds: 30 }),
  }),
);

/** Mail is not kept in the database: it carries secrets that must not be readable there. Recipients can ask again. */
export function createMailer(options: MailerOptions): Mailer | null {
  const deliver = deliveryFor(options);
  if (!deliver) return null;
  const { log, retryAfterMs = RETRY_AFTER_MS } = options;
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();

  async function send(compose: () => Promise<Mail | null>, id: string): Promise<void> {
    const mail = await compose();
    if (!mail) return;
    for (const waitMs of [...retryAfterMs, null]) {
      try {
        return await deliver?.(mail, id);
      } catch (error) {
        if (waitMs === null) throw error;
        log.warn({ err: error }, 'mail was not accepted and will be tried again');
        await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  async function idle(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending);
  }

  return {
    post(compose) {
      if (pending.size >= MAX_PENDING) throw new MailUnavailable({ busy: true });
      const sending = send(compose, uuidv7())
        .catch((err) => log.error({ err }, 'mail was not sent'))
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    idle,
    async close() {
      closing.abort();
      await idle();
    },
  };
}

/** Connects and signs in as for a mail, and sends none. */
export async function tryMailServer(smtpUrl: string, timeoutMs: number): Promise<void> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const smtp = createTransport({ url: smtpUrl, dnsTimeout: timeoutMs, ...timeouts });
  try {
    await smtp.verify();
  } finally {
    smtp.close();
  }
}

function deliveryFor({ smtpUrl, from, outboxDir, log }: MailerOptions) {
  const headers = { from, disableFileAccess: true, disableUrlAccess: true };
  if (smtpUrl) {
    const timeouts = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    };
    const smtp = createTransport({ url: smtpUrl, ...timeouts });
    return async (mail: Mail) => {
      await smtp.sendMail({ ...headers, ...mail, to: { name: '', address: mail.to } });
    };
  }
  if (!outboxDir) return null;
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail: Mail, id: string) => {
    const { message } = await composer.sendMail({ ...headers, ...mail, to: { name: '', address: mail.to } });
    // By the time it was posted: some take longer to compose.
    const path = join(outboxDir, `${id}.eml`);
    await mkdir(outboxDir, { recursive: true, mode: 0o700 });
    await writeFile(path, message as Buffer, { mode: 0o600 });
    log.info({ path, subject: mail.subject }, 'mail written to the outbox');
  };
}
