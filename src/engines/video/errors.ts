import { DomainError } from '../../platform/errors.ts';

export class UnknownPresenter extends DomainError {
  constructor(presenterId: string) {
    super({
      kind: 'not_found',
      code: 'unknown_avatar',
      public: `There is no avatar "${presenterId.slice(0, 60)}".`,
    });
  }
}
