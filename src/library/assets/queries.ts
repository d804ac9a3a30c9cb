import type { Page } from '../../http/index.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import type { ObjectColumn } from '../../platform/storage/index.ts';
import type { AssetRow, StoredMedia } from './asset.ts';

const COLUMNS = sql`a.id, a.name, a.created_at, f.object_key, f.sha256, f.bytes, f.kind, f.content_type, f.extension,
  f.duration_seconds, f.width, f.height, f.has_audio`;
const ASSETS = sql`assets a JOIN asset_files f ON f.object_key = a.object_key`;

export const ASSET_OBJECTS: readonly ObjectColumn[] = [{ table: 'asset_files', column: 'object_key' }];

/** Newest first, one more than the page when there is a next one. */
export async function selectAssets(
  db: Db,
  accountId: string,
  { limit, before, kind }: Pick<Page, 'limit'> & { before: string | null; kind: string | undefined },
): Promise<AssetRow[]> {
  const result = await sql<AssetRow>`
    SELECT ${COLUMNS} FROM ${ASSETS}
    WHERE a.account_id = ${accountId}::uuid AND (${before}::text IS NULL OR a.id < ${before}::text)
      AND (${kind ?? null}::text IS NULL OR f.kind = ${kind ?? null}::text)
    ORDER BY a.id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}

export async function selectAsset(
  db: Db,
  accountId: string,
  id: string,
  lock: 'none' | 'share' | 'update' = 'none',
): Promise<AssetRow | undefined> {
  const locking = { none: sql``, share: sql`FOR KEY SHARE OF a`, update: sql`FOR UPDATE OF a, f` }[lock];
  const result = await sql<AssetRow>`
    SELECT ${COLUMNS} FROM ${ASSETS} WHERE a.id = ${id} AND a.account_id = ${accountId}::uuid ${locking}
  `.execute(db);
  return result.rows[0];
}

export async function updateName(
  db: Db,
  accountId: string,
  id: string,
  name: string,
): Promise<AssetRow | undefined> {
  const result = await sql<AssetRow>`
    UPDATE assets a SET name = ${name} FROM asset_files f
    WHERE f.object_key = a.object_key AND a.id = ${id} AND a.account_id = ${accountId}::uuid
    RETURNING ${COLUMNS}
  `.execute(db);
  return result.rows[0];
}

export async function insertAsset(tx: Tx, accountId: string, asset: AssetRow): Promise<void> {
  await sql`
    INSERT INTO assets (id, account_id, object_key, name, created_at)
    VALUES (${asset.id}, ${accountId}::uuid, ${asset.object_key}, ${asset.name}, ${asset.created_at}::timestamptz)
  `.execute(tx);
}

/** False when the account has a file with this content already. */
export async function insertFile(tx: Tx, accountId: string, file: StoredMedia): Promise<boolean> {
  const result = await sql`
    INSERT INTO asset_files (object_key, account_id, sha256, bytes, content_type, extension, kind, duration_seconds,
      width, height, has_audio)
    VALUES (${file.object_key}, ${accountId}::uuid, ${file.sha256}, ${file.bytes}, ${file.content_type},
      ${file.extension}, ${file.kind}, ${file.duration_seconds}::double precision, ${file.width}::integer,
      ${file.height}::integer, ${file.has_audio})
    ON CONFLICT (account_id, sha256) DO NOTHING RETURNING object_key
  `.execute(tx);
  return result.rows.length > 0;
}

/** With a lock, the row stays until the transaction ends. */
export async function selectFileKey(
  db: Db,
  accountId: string,
  sha256: string,
  lock: 'none' | 'share' = 'none',
): Promise<string | undefined> {
  const result = await sql<{ object_key: string }>`
    SELECT object_key FROM asset_files WHERE account_id = ${accountId}::uuid AND sha256 = ${sha256}
    ${lock === 'share' ? sql`FOR KEY SHARE` : sql``}
  `.execute(db);
  return result.rows[0]?.object_key;
}

/** Deletes the file row with its last asset; returns whether it did. Both rows must be locked. */
export async function deleteLocked(tx: Tx, { id, object_key }: AssetRow): Promise<boolean> {
  await sql`DELETE FROM assets WHERE id = ${id}`.execute(tx);
  const result = await sql`
    DELETE FROM asset_files f WHERE object_key = ${object_key}
      AND NOT EXISTS (SELECT 1 FROM assets a WHERE a.object_key = f.object_key)
    RETURNING object_key
  `.execute(tx);
  return result.rows.length > 0;
}

/** Serializes uploads of the account until the transaction ends. */
export async function lockUploads(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT id FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`.execute(tx);
}

export type StorageUsage = { plan: string; assets: number; bytes: number };

/** Content that several assets share counts once. Films of dubs take room too. */
export async function selectUsage(db: Db, accountId: string): Promise<StorageUsage | undefined> {
  const result = await sql<StorageUsage>`
    SELECT plan,
      (SELECT count(*) FROM assets WHERE account_id = ${accountId}::uuid) AS assets,
      ((SELECT COALESCE(sum(bytes), 0) FROM asset_files WHERE account_id = ${accountId}::uuid)
        + (SELECT COALESCE(sum(bytes), 0) FROM dub_films WHERE account_id = ${accountId}::uuid))::bigint AS bytes
    FROM accounts WHERE id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}
