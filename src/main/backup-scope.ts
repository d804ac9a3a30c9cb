import { ANSWER_OBJECTS } from '../http/index.ts';
import { ASSET_OBJECTS } from '../library/assets/index.ts';
import { VOICE_OBJECTS } from '../library/voices/index.ts';
import { CONVERSATION_OBJECTS } from '../media/agents/index.ts';
import { DUB_OBJECTS } from '../media/dubbing/index.ts';
import { HISTORY_OBJECTS } from '../media/history/index.ts';
import type { Scope } from '../platform/backup/index.ts';
import { type ObjectColumn, selectObjectKeys } from '../platform/storage/index.ts';
import { jobObjects } from '../work/jobs/index.ts';
import { JOB_KINDS } from './job-kinds.ts';

/** Every object that a row needs. A test compares the list with the columns of the database. */
export const OBJECT_COLUMNS: readonly ObjectColumn[] = [
  ...ANSWER_OBJECTS,
  ...jobObjects(JOB_KINDS),
  ...ASSET_OBJECTS,
  ...VOICE_OBJECTS,
  ...HISTORY_OBJECTS,
  ...CONVERSATION_OBJECTS,
  ...DUB_OBJECTS,
];

/**
 * What was logged out or used up since the backup must not come to life again, and what can be made anew needs no room. No table
 * that is kept refers to one of these.
 */
export const LEFT_OUT: readonly string[] = [
  'account_tokens',
  'ephemeral_keys',
  'loose_objects',
  'passkey_challenges',
  'rate_windows',
  'realtime_secrets',
  'restoration',
  'schema_migrations',
  'sessions',
  'speech_cache',
];

export const BACKUP_SCOPE: Scope = { objects: selectObjectKeys(OBJECT_COLUMNS), leftOut: LEFT_OUT };
