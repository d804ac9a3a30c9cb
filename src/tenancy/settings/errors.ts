import { DomainError } from '../../platform/errors.ts';

export class WebhookSecretMissing extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'webhook_secret_missing',
      public: 'There is no secret to sign with; make one with POST /api/settings/webhook-secret first.',
    });
  }
}
