import { domainError, fieldFault } from '../../platform/errors.ts';

const InvalidLanguage = domainError(
  'invalid',
  'invalid_language',
  fieldFault('language', 'must be an ISO language code such as en, en-GB or fr'),
);

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const LANGUAGE_TAG = /^[a-z]{2,3}(-([a-z]{2}|\d{3}))?$/iu;

/** A language with an optional region. Default: English. */
export function checkedLanguage(given: string | undefined): string {
  if (given === undefined || given === '') return 'en';
  const tag = given.trim();
  if (!LANGUAGE_TAG.test(tag) || names.of(tag.split('-')[0] ?? '') === undefined) throw new InvalidLanguage();
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}
