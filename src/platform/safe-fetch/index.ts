export { downloadFile } from './download-file.ts';
export { OUTBOUND_CODES, OutboundFailed, UrlNotAllowed } from './errors.ts';

export { isPublicAddress } from './judge-address.ts';
export { judgeUrl, type OutboundPolicy } from './judge-url.ts';
export { type SafeFetchOptions, type SafeResponse, safeFetch } from './safe-fetch.ts';
