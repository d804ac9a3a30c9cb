import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { hasValidSignature } from './verify-signature.ts';

/** The only account that the server knows. */
const ACCOUNT = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const BUCKET = 'vox-test';

/** A real S3 server on loopback with one bucket; a request with a wrong signature gets a 403. */
export async function startLocalS3() {
  const directory = await mkdtemp(join(tmpdir(), 'storage-test-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    // Its own check drops the slash after the bucket, which the SDK signs. Ours replaces it.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  server.middleware.unshift((context, next) => {
    if (hasValidSignature(context.req, ACCOUNT)) return next();
    context.status = 403;
  });
  const { port } = await server.run();
  return {
    settings: { bucket: BUCKET, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, ...ACCOUNT },
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
