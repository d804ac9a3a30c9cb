import { PasswordRefused } from './errors.ts';
import type { StrengthMeter } from './strength.ts';

const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 256;
const MIN_SCORE = 3;

/** `hints` are what an attacker would try first: the owner's name and address. */
export async function requireGoodPassword(
  meter: Pick<StrengthMeter, 'measure'>,
  password: string,
  hints: string[],
): Promise<void> {
  // NFC joins at most four code units into one; a longer password need not be normalized to be refused.
  const length = password.length > 4 * MAX_CHARACTERS ? Infinity : [...password.normalize('NFC')].length;
  if (length < MIN_CHARACTERS || length > MAX_CHARACTERS) {
    throw new PasswordRefused(
      'password_length',
      `must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`,
    );
  }
  const { score, common } = await meter.measure(password, hints);
  if (common) throw new PasswordRefused('password_common', 'is too common');
  if (score < MIN_SCORE) {
    throw new PasswordRefused('password_weak', 'is easy to guess. A few unrelated words make a good one');
  }
}
