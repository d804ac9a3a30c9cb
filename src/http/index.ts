export { type Access, accessEnded, type Standing } from './access-end.ts';
export { mustBeOneOf, valuesOf } from './allowed-values.ts';

export {
  addressOf,
  type Caller,
  callerOf,
  ownerOf,
  payerOf,
  Unauthenticated,
  type WorkerIdentity,
} from './caller.ts';
export { clientGone } from './client-gone.ts';
export { type ConcurrencyLimit, limitConcurrency } from './concurrency.ts';
export { statusOf } from './errors.ts';
export {
  ANSWER_OBJECTS,
  type Answer,
  type AnswerKeeper,
  createIdempotency,
  type Idempotency,
  SEALED_ANSWERS,
} from './idempotency/index.ts';
export { findJsonFault } from './json-fault.ts';
export { jsonWithBytes } from './json-with-bytes.ts';
export {
  BROWSER_PERMISSIONS,
  commonPermissions,
  grants,
  KeyPermissionDenied,
  type KeyScope,
  PERMISSIONS,
  usePartOf,
} from './key-scope.ts';
export { limitByAddress } from './limit-by-address.ts';
export { isLocalCall, isLoopbackHost, isLoopbackUrl } from './local-call.ts';
export { errors, installOpenApi } from './openapi.ts';
export {
  cursorAfter,
  InvalidCursor,
  idFromCursor,
  isUuid,
  NextCursor,
  type Page,
  PageQuery,
} from './paging.ts';
export { prefersJson } from './prefers-json.ts';
export type { RateLimitHit, RateLimitVerdict } from './rate-limiting.ts';
export { sendEvents } from './send-events.ts';
export { sendObject } from './send-object.ts';
export { type App, createServer } from './server.ts';
export { createUrlSigner, SignedQuery, signUrl, type UrlSigner } from './signed-urls.ts';
export { type Channel, type Message, socketRoute } from './sockets/index.ts';
export { parseTimeRange, type TimeRange, TimeRangeQuery } from './time-range.ts';
export { refuseTooManyValues, refuseUnusableText } from './unusable-text.ts';
export { formHasNoBody, receiveUpload, type Upload, type UploadedFile } from './uploads.ts';
