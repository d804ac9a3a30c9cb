export { createDiskStorage } from './disk-storage.ts';
export { RangeNotSatisfiable, StorageUnavailable } from './errors.ts';
export { createS3Storage, type S3StorageOptions } from './s3-storage.ts';
export type { Body, ByteRange, Storage, StoredHead, StoredObject } from './storage.ts';
