import { DomainError } from '../../platform/errors.ts';

export class AssetNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'asset_not_found', public: 'There is no such asset.' });
  }
}

export class AssetInUse extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'asset_in_use',
      public: 'A job that has not ended uses this asset. Wait for it, or cancel it, then delete.',
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

export class InvalidAssetName extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'invalid_name',
      public: 'name must have 1 to 200 characters that can be seen.',
      detail: [{ path: 'body.name', message: 'must have 1 to 200 characters that can be seen' }],
    });
  }
}

/** The caller gave the address, so whatever is wrong there is the caller's to mend. */
export class MediaUrlFailed extends DomainError {
  constructor(code: string, message: string, cause?: unknown) {
    super({ kind: 'invalid', code, public: message, cause });
  }
}
