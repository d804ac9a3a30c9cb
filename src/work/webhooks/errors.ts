import { DomainError } from '../../platform/errors.ts';

export class DeliveryNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'delivery_not_found', public: 'Webhook delivery not found.' });
  }
}

export class DeliveryUnderWay extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'delivery_under_way',
      public: 'This delivery is still in progress. Replay it once it has been delivered or has failed.',
    });
  }
}

export class WebhookUrlMissing extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'webhook_url_missing',
      public: 'Send a `url`, or set `webhookUrl` in the settings first.',
    });
  }
}

export class TestUnderWay extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'webhook_test_under_way',
      public: 'A test event of this account is still in progress. Wait for its result.',
    });
  }
}
