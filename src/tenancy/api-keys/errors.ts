import { DomainError } from '../../platform/errors.ts';

export class ApiKeyNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'api_key_not_found', public: 'API key not found.' });
  }
}
