import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { listKeys, viewOfKey } from '../api-keys/index.ts';
import { readAuditEvents } from '../audit-log/index.ts';
import { listPasskeys } from '../passkeys/index.ts';
import { listSessions } from '../sessions/index.ts';
import {
  type AccountData,
  type ArchiveEntry,
  allPages,
  EXPORT_PAGE,
  jsonFile,
  jsonLines,
} from './account-data.ts';
import { AccountNotFound } from './errors.ts';
import { findProfile, type ProfileDeps } from './profile.ts';

export type ExportDeps = ProfileDeps & { db: Db; clock: Clock; accountData: readonly AccountData[] };

const KEY_PAGE = 100;
/** Audio and video hardly get smaller. */
const COMPRESSED = /\.(json|jsonl|vtt|srt|txt|wav|pcm)$/;

/** A ZIP archive that is made while it is read, so that its size does not matter. */
export function exportAccount(deps: ExportDeps, accountId: string, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  const archive = new PassThrough();
  zip.outputStream.pipe(archive);
  // A source that fails cuts the archive short: a reader sees that it is not whole.
  zip.on('error', (error: Error) => archive.destroy(error));
  const parts = [
    ownEntries(deps, accountId),
    ...deps.accountData.map((part) => part.entries?.(accountId) ?? []),
  ];
  fill(zip, parts, signal).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function fill(
  zip: ZipFile,
  parts: readonly (AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>)[],
  signal: AbortSignal,
): Promise<void> {
  for (const part of parts) {
    for await (const { path, open } of part) {
      signal.throwIfAborted();
      const body = await open();
      if (!body) continue;
      const done = finished(body, { signal });
      zip.addReadStream(body, path, { compress: COMPRESSED.test(path) });
      try {
        await done;
      } finally {
        body.destroy();
      }
    }
  }
  zip.end();
}

async function* ownEntries(deps: ExportDeps, accountId: string): AsyncGenerator<ArchiveEntry> {
  yield jsonFile('account.json', async () => {
    const profile = await findProfile(deps, accountId);
    if (!profile) throw new AccountNotFound();
    return profile;
  });
  yield jsonLines('api-keys.jsonl', () => allKeys(deps, accountId));
  yield jsonLines('sessions.jsonl', async function* () {
    yield* await listSessions(deps, accountId);
  });
  yield jsonLines('passkeys.jsonl', async function* () {
    yield* await listPasskeys(deps, accountId);
  });
  yield jsonLines('audit-log.jsonl', () =>
    allPages((before) => readAuditEvents(deps, accountId, { before, limit: EXPORT_PAGE })),
  );
}

async function* allKeys(deps: ExportDeps, accountId: string) {
  let cursor: string | undefined;
  do {
    const { keys, nextCursor } = await listKeys(deps, accountId, { limit: KEY_PAGE, cursor });
    yield* keys.map(viewOfKey);
    cursor = nextCursor ?? undefined;
  } while (cursor);
}
