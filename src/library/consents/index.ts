export { CONSENT, FACE_CONSENT } from './consent-text.ts';
export { ConsentNotFound } from './errors.ts';
export {
  type ConsentRow,
  forgetAddresses,
  selectCloneConsents,
  selectConsentIds,
  selectConsents,
} from './queries.ts';
export { createReceiptSigner, ReceiptClaims, type ReceiptSigner } from './receipt.ts';
export { findFilmConsent, recordConsent } from './record-consent.ts';
export {
  ConsentTextView,
  ConsentView,
  consentViewOf,
  FilmConsentView,
  filmConsentViewOf,
  Receipt,
} from './schemas.ts';
