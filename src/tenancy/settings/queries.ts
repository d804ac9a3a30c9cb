import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type Settings = {
  webhookUrl: string | null;
  webhookSigning: boolean;
  webhookRetries: boolean;
  webhookDubEvents: boolean;
  /** Null: there is none yet. */
  webhookSecretCreatedAt: Date | null;
};

export type SettingsChange = Partial<Omit<Settings, 'webhookSecretCreatedAt'>>;

/** `previous` was replaced by `current` at `since`. */
export type SigningRow = {
  signing: boolean;
  retries: boolean;
  current: Uint8Array | null;
  previous: Uint8Array | null;
  since: Date | null;
};

const COLUMNS = sql`webhook_url AS "webhookUrl", webhook_signing AS "webhookSigning",
  webhook_retries AS "webhookRetries", webhook_dub_events AS "webhookDubEvents", webhook_secret_at AS "webhookSecretCreatedAt"`;

export async function findSettings(db: Db, accountId: string): Promise<Settings | null> {
  const { rows } = await sql<Settings>`SELECT ${COLUMNS} FROM accounts WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export async function updateSettings(
  db: Db,
  accountId: string,
  change: SettingsChange,
  now: Date,
): Promise<Settings | null> {
  const { rows } = await sql<Settings>`
    UPDATE accounts SET
      webhook_url = CASE WHEN ${change.webhookUrl !== undefined}::boolean
        THEN ${change.webhookUrl ?? null}::text ELSE webhook_url END,
      webhook_signing = coalesce(${change.webhookSigning ?? null}::boolean, webhook_signing),
      webhook_retries = coalesce(${change.webhookRetries ?? null}::boolean, webhook_retries),
      webhook_dub_events = coalesce(${change.webhookDubEvents ?? null}::boolean, webhook_dub_events),
      updated_at = ${now}
    WHERE id = ${accountId} RETURNING ${COLUMNS}`.execute(db);
  return rows[0] ?? null;
}

export async function findSigning(db: Db, accountId: string): Promise<SigningRow | null> {
  const { rows } = await sql<SigningRow>`
    SELECT webhook_signing AS signing, webhook_retries AS retries, webhook_secret_sealed AS current,
      webhook_previous_secret_sealed AS previous, webhook_secret_at AS since
    FROM accounts WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export async function replaceWebhookSecret(
  tx: Tx,
  accountId: string,
  sealed: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE accounts SET webhook_previous_secret_sealed = webhook_secret_sealed,
      webhook_secret_sealed = ${sealed}::bytea, webhook_secret_at = ${now}, updated_at = ${now}
    WHERE id = ${accountId} RETURNING id`.execute(tx);
  return rows.length > 0;
}
