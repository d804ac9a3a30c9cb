import type { Plan } from '../../money/plans/index.ts';
import { domainError, domainErrors, fieldFault } from '../../platform/errors.ts';
import { inMegabytes } from '../../platform/megabyte.ts';
import { OUTBOUND_CODES } from '../../platform/safe-fetch/index.ts';

export const AssetNotFound = domainError('not_found', 'asset_not_found', 'Asset not found.');

export const AssetInUse = domainError(
  'conflict',
  'asset_in_use',
  'An unfinished job uses this asset. Wait for the job or cancel it, then delete the asset.',
);

/** A larger plan or a deletion makes room, as it does for a slot limit. */
export const StorageLimit = domainError(
  'payment_required',
  'storage_limit',
  ({ displayName, assets, assetBytes }: Pick<Plan, 'displayName' | 'assets' | 'assetBytes'>) => {
    const caps = `${assets} assets and ${inMegabytes(assetBytes)}`;
    return `The ${displayName} plan stores at most ${caps}. Delete assets or dubs you no longer need, or choose a larger plan.`;
  },
);

export const FileRequired = domainError(
  'invalid',
  'file_required',
  'Send a file as multipart/form-data, or JSON with url.',
);

export const InvalidName = domainError(
  'invalid',
  'invalid_name',
  fieldFault('name', 'must have 1 to 200 visible characters'),
);

/** The caller gave the URL, so a failure there is a fault of the request. */
export const MediaUrlFailed = domainErrors(
  'invalid',
  ['media_url_failed', ...OUTBOUND_CODES],
  (_code, message: string, cause?: unknown) => ({ public: message, cause }),
);
