import { DomainError } from '../../platform/errors.ts';

export class TextRequired extends DomainError {
  constructor() {
    super({ kind: 'invalid', code: 'text_required', public: 'text is required.' });
  }
}

export class TextTooLong extends DomainError {
  constructor(characters: number, limit: number) {
    const message = `text has ${characters} characters; the limit is ${limit} a request. Split it.`;
    super({ kind: 'invalid', code: 'text_too_long', public: message });
  }
}

export class UnknownModel extends DomainError {
  constructor(known: string) {
    super({
      kind: 'invalid',
      code: 'unknown_model',
      public: `Unknown model. Use ${known}, or omit it.`,
    });
  }
}
