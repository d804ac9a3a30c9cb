import { DomainError } from '../../platform/errors.ts';

export class DeliveryNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'delivery_not_found', public: 'There is no such delivery.' });
  }
}

export class DeliveryUnderWay extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'delivery_under_way',
      public: 'This delivery has not ended yet; replay it when it is delivered or failed.',
    });
  }
}
