import type { EnvironmentReader } from './reader.ts';

/** Mail without `smtpUrl` is written to files, or in production not sent at all. */
export type MailConfig = { smtpUrl: string | undefined; from: string };

const PLAIN_ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;
const NAMED_ADDRESS = /^[^\p{Cc}<>]+<[^\s@<>]+@[^\s@<>]+>$/u;

export function readMail(read: EnvironmentReader): MailConfig {
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const from = read.text('MAIL_FROM');
  const remedy = 'set an address like noreply@example.com or Example <noreply@example.com>';
  if (smtpUrl && !from) read.report('MAIL_FROM', 'is required when SMTP_URL is set', remedy);
  if (from && !PLAIN_ADDRESS.test(from) && !NAMED_ADDRESS.test(from)) {
    read.report('MAIL_FROM', 'is not a mail address', remedy);
  }
  return { smtpUrl, from: from ?? 'Vox Humana <noreply@localhost>' };
}
