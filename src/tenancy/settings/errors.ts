import { DomainError } from '../../platform/errors.ts';

export class WebhookUrlRefused extends DomainError {
  constructor(cause?: unknown) {
    const message = 'must be an address that is open to the internet';
    super({
      kind: 'invalid',
      code: 'webhook_url_refused',
      public: `webhookUrl ${message}.`,
      detail: [{ path: 'body.webhookUrl', message }],
      cause,
    });
  }
}
