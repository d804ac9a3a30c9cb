export { createBucket } from './create-bucket.ts';
export { deletePrefix } from './delete-prefix.ts';
export { createDiskStorage } from './disk-storage.ts';
export { guarded, isStorageFull, RangeNotSatisfiable, StorageFull, StorageUnavailable } from './errors.ts';
export { fileBody } from './file-body.ts';
export { inParallel } from './in-parallel.ts';
export { leavingRoom } from './leaving-room.ts';
export {
  adoptObject,
  deleteMarkedObjects,
  discardObjects,
  MAX_ARRIVAL_MS,
  markForDeletion,
  type ObjectDeps,
  putTracked,
  sweepLooseObjects,
  trackObjects,
} from './loose-objects.ts';
export { adoptSelected, markSelected } from './loose-queries.ts';
export { type ObjectColumn, selectObjectKeys } from './object-columns.ts';
export { type ObjectWriter, openObjectWriter } from './object-writer.ts';
export { createS3Storage } from './s3-storage.ts';
export type { Body, ByteRange, Storage, StoredObject } from './storage.ts';
export { TrackedKeys } from './tracked-keys.ts';
export { underPrefix } from './under-prefix.ts';
