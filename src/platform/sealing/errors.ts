import { DomainError } from '../errors.ts';

/** The key is missing or another one, or the value was changed. The cause says which, in the log. */
export class SecretUnreadable extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'unavailable',
      code: 'secret_unreadable',
      public:
        'A stored secret cannot be opened, because the server lacks the key that sealed it. Its operator must restore DATA_KEYS. To sign in until then, send a recovery code.',
      cause,
    });
  }
}

/** Stops the start: without the key, customers would find out one by one. */
export class DataKeyMissing extends DomainError {
  constructor(what: string, remedy: string) {
    super({ kind: 'unavailable', code: 'data_key_missing', public: `${what} ${remedy}` });
  }
}
