export type { ByteRange, Storage, StoredHead, StoredObject } from './storage.ts';
