import { InvalidEmail } from './errors.ts';

/** The limit of RFC 5321. */
const MAX_OCTETS = 254;
const ADDRESS = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** Refuses what cannot be an address. Only a mail can show that it is one. */
export function parseEmail(text: string): string {
  // NFC joins at most four code units into one, so a longer text cannot become short enough.
  if (text.length > 4 * MAX_OCTETS) throw new InvalidEmail();
  const email = text.trim().normalize('NFC');
  if (Buffer.byteLength(email) > MAX_OCTETS || !ADDRESS.test(email)) throw new InvalidEmail();
  return email;
}
