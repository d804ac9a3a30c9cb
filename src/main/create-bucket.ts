/** ./run create-bucket: creates S3_BUCKET unless it is there. For an object store that starts empty, as in compose.yaml. */
import { internalError } from '../platform/errors.ts';
import { createBucket, StorageUnavailable } from '../platform/storage/index.ts';
import { startWith } from './start-with.ts';

const NoBucketConfigured = internalError(
  'invalid',
  'no_bucket',
  'S3_BUCKET is not set, so files are kept in DATA_DIR: there is no bucket to create.',
);
const NotCreated = internalError('unavailable', 'bucket_not_created', (bucket: string, cause: Error) => ({
  public: `The bucket "${bucket}" could not be created (${cause.message}). Check S3_ENDPOINT, S3_REGION and the keys.`,
  cause,
}));

await startWith(async ({ s3 }) => {
  if (!s3) throw new NoBucketConfigured();
  try {
    const created = await createBucket(s3);
    process.stdout.write(`The bucket "${s3.bucket}" ${created ? 'was created' : 'is there already'}.\n`);
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new NotCreated(s3.bucket, error.cause instanceof Error ? error.cause : error);
  }
});
