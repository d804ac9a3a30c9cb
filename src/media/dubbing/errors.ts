import { DomainError } from '../../platform/errors.ts';

export class ScriptUnreadable extends DomainError {
  constructor(reason: string) {
    super({
      kind: 'invalid',
      code: 'script_unreadable',
      public: `The script cannot be read as plain text, SRT or VTT. ${reason}`,
    });
  }
}
