import { tryMailServer } from '../../../platform/mail/index.ts';
import { type Check, codeOf, type Finding, fault, good, reasonOf, warning } from '../check.ts';

const ANSWER_MS = 6_000;

/** By the code of the mailer, which calls many things a failed socket, and by what the system said. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/EAUTH/, 'Correct user and password in SMTP_URL; special characters are written as %40 and the like.'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'Correct the host in SMTP_URL.'],
  [/ECONNREFUSED/, 'Correct host and port in SMTP_URL.'],
  [/ETLS|ESOCKET|ssl|tls/i, 'Write smtps:// for port 465, and smtp:// for 587.'],
];
const BLOCKED = 'See whether a firewall is in the way: many networks close port 25. Use 587.';

export const mail: Check = {
  id: 'mail',
  settings: ['SMTP_URL', 'MAIL_FROM'],
  async run({ config, env }) {
    const { smtpUrl } = config.mail;
    if (smtpUrl === undefined) return [judgeNone(config.production, (env.ADMIN_EMAILS ?? '') !== '')];
    try {
      await tryMailServer(smtpUrl, ANSWER_MS);
      return [good('The mail server takes us in. No mail was sent.')];
    } catch (error) {
      return [judgeFailure(error)];
    }
  },
};

function judgeNone(production: boolean, hasAdmins: boolean): Finding {
  if (!production) return good('SMTP_URL is not set. In development mail is written to DATA_DIR/outbox.');
  const admins = hasAdmins ? ' ADMIN_EMAILS has no effect (use ./run admin grant EMAIL).' : '';
  return warning(
    `SMTP_URL is not set: no address can be verified, and who forgot a password gets no mail.${admins}`,
    'Set SMTP_URL and MAIL_FROM.',
  );
}

export function judgeFailure(error: unknown): Finding {
  const said = `${codeOf(error)}: ${reasonOf(error)}`;
  const known = REMEDIES.find(([shape]) => shape.test(said));
  return fault(`The mail server in SMTP_URL cannot be used (${said}).`, known?.[1] ?? BLOCKED);
}
