/** The S3 server that all nodes share, in a process of its own. */
import { startLocalS3 } from '../../src/platform/storage/testing/local-s3.ts';
import type { ObjectStore } from './messages.ts';

const server = await startLocalS3();
const { endpoint, bucket, accessKeyId, secretAccessKey } = server.settings;
const ready: ObjectStore = { endpoint, bucket, accessKeyId, secretAccessKey };
process.send?.(ready);
process.once('disconnect', () => server.close());
