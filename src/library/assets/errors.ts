import type { Plan } from '../../money/plans/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { inMegabytes } from '../../platform/megabyte.ts';

export class AssetNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'asset_not_found', public: 'Asset not found.' });
  }
}

export class AssetInUse extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'asset_in_use',
      public: 'An unfinished job uses this asset. Wait for the job or cancel it, then delete the asset.',
    });
  }
}

/** Like a slot limit: a larger plan, or a deletion, makes room. */
export class StorageLimit extends DomainError {
  constructor({ displayName, assets, assetBytes }: Pick<Plan, 'displayName' | 'assets' | 'assetBytes'>) {
    const caps = `${assets} assets and ${inMegabytes(assetBytes)}`;
    super({
      kind: 'payment_required',
      code: 'storage_limit',
      public: `The ${displayName} plan stores at most ${caps}. Delete assets or dubs you no longer need, or choose a larger plan.`,
    });
  }
}

export class FileRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'file_required',
      public: 'Send a file as multipart/form-data, or JSON with url.',
    });
  }
}

export class InvalidName extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'invalid_name',
      public: 'name must have 1 to 200 visible characters.',
      detail: [{ path: 'body.name', message: 'must have 1 to 200 visible characters' }],
    });
  }
}

/** The caller gave the URL, so a failure there is a fault of the request. */
export class MediaUrlFailed extends DomainError {
  constructor(code: string, message: string, cause?: unknown) {
    super({ kind: 'invalid', code, public: message, cause });
  }
}
