import { domainError, internalError } from '../errors.ts';

/** The key is missing or another one, or the value was changed. The cause says which, in the log. */
export const SecretUnreadable = domainError('unavailable', 'secret_unreadable', (cause: unknown) => ({
  public:
    'A stored secret cannot be opened, because the server lacks the key that sealed it. Its operator must restore DATA_KEYS. To sign in until then, send a recovery code.',
  cause,
}));

/** Stops the start: without the key, customers would find out one by one. */
export const DataKeyMissing = internalError(
  'unavailable',
  'data_key_missing',
  (what: string, remedy: string) => `${what} ${remedy}`,
);
