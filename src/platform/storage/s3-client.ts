import { S3Client } from '@aws-sdk/client-s3';

export type S3StorageOptions = {
  bucket: string;
  region: string;
  /** Any S3-compatible store. Default: AWS. */
  endpoint: string | undefined;
  /** Default: whatever the SDK finds, such as the role of the machine. */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  /** Temporary credentials have one. */
  sessionToken?: string | undefined;
  /** This limits one request with its repetitions. Reading an object takes as long as its reader, once it has begun. */
  requestMs?: number;
};

const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;
export const REQUEST_MS = 300_000;

export function createClient(options: S3StorageOptions): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, sessionToken } = options;
  return new S3Client({
    region,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Stores other than AWS often support neither virtual-hosted buckets nor the newer checksums.
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
    ...(accessKeyId &&
      secretAccessKey && {
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      }),
  });
}
