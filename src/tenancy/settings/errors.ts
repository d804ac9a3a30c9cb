import { DomainError } from '../../platform/errors.ts';

export class WebhookUrlRefused extends DomainError {
  constructor(message: string) {
    super({
      kind: 'invalid',
      code: 'webhook_url_refused',
      public: `webhookUrl ${message}.`,
      detail: [{ path: 'body.webhookUrl', message }],
    });
  }
}
