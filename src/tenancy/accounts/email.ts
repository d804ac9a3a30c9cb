import { InvalidEmail } from './errors.ts';

/** RFC 5321 ends an address at 254 octets. */
const MAX_OCTETS = 254;
const ADDRESS = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** Only mail can prove an address; this keeps out what can be none. */
export function parseEmail(text: string): string {
  // NFC joins at most four code units into one, so a longer text cannot become short enough.
  if (text.length > 4 * MAX_OCTETS) throw new InvalidEmail();
  const email = text.trim().normalize('NFC');
  if (Buffer.byteLength(email) > MAX_OCTETS || !ADDRESS.test(email)) throw new InvalidEmail();
  return email;
}

export function adminsFrom(adminEmails: readonly string[]): (email: string) => boolean {
  const admins = new Set(adminEmails.map((email) => email.trim().toLowerCase()));
  return (email) => admins.has(email.toLowerCase());
}
