import { CreateBucketCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { guarded } from './errors.ts';
import { createClient, REQUEST_MS, type S3StorageOptions } from './s3-client.ts';
import { withDeadline } from './s3-deadline.ts';

/** The region that AWS does not accept as a location, because it is the default. */
const DEFAULT_REGION = 'us-east-1';
const THERE_ALREADY = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];

/** False if the bucket is there already. Two that create it at once both succeed. */
export async function createBucket(options: S3StorageOptions): Promise<boolean> {
  const client = createClient(options);
  const inTime = withDeadline(options.requestMs ?? REQUEST_MS);
  try {
    return await guarded(() =>
      inTime(async (limits) => {
        const target = { Bucket: options.bucket };
        if (await isThere(client, target, limits)) return false;
        try {
          await client.send(new CreateBucketCommand({ ...target, ...locationOf(options) }), limits);
          return true;
        } catch (error) {
          if (!(error instanceof Error && THERE_ALREADY.includes(error.name))) throw error;
          // The name may be taken by somebody else: then this fails.
          await client.send(new HeadBucketCommand(target), limits);
          return false;
        }
      }),
    );
  } finally {
    client.destroy();
  }
}

async function isThere(
  client: S3Client,
  target: { Bucket: string },
  limits: { abortSignal: AbortSignal },
): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand(target), limits);
    return true;
  } catch (error) {
    if (error instanceof Error && ['NotFound', 'NoSuchBucket'].includes(error.name)) return false;
    throw error;
  }
}

/** Other stores know no locations. */
function locationOf({ region, endpoint }: S3StorageOptions) {
  if (endpoint !== undefined || region === DEFAULT_REGION) return {};
  return { CreateBucketConfiguration: { LocationConstraint: region as 'eu-central-1' } };
}
