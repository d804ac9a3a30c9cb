export { createBackup, type Scope, type Snapshot } from './create-backup.ts';
export { BackupRefused } from './errors.ts';
export { listBackups, type Manifest, readManifest } from './manifest.ts';
export type { Copied } from './objects.ts';
export { keepNewest } from './prune.ts';
export { holdsBackups, openRepository, type Repository } from './repository.ts';
export { requireEmptyPlace, restoreBackup } from './restore-backup.ts';
export { verifyBackup } from './verify-backup.ts';
