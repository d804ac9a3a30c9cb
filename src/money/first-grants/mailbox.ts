import { domainToASCII } from 'node:url';

/** Where dots in front of the @ mean nothing. */
const WITHOUT_DOTS = new Set(['gmail.com']);
const ALIASES: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * The mailbox that an address reaches, as far as that can be known: without case, without what follows a plus sign, and with one
 * spelling of the domain.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const written = email.slice(at + 1).toLowerCase();
  const ascii = domainToASCII(written) || written;
  const domain = ALIASES[ascii] ?? ascii;
  const name = email.slice(0, at).normalize('NFKC').toLowerCase();
  const plus = name.indexOf('+');
  const untagged = plus > 0 ? name.slice(0, plus) : name;
  return `${WITHOUT_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}
