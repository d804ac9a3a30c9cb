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

/** The job goes back to the queue, where another node finds it. */
export class NodeStopping extends Error {
  constructor() {
    super('This node is stopping and begins no delivery');
    this.name = 'NodeStopping';
  }
}
