/** Of every recorded version, so that what it sealed and signed can be read today. */
export const SECRETS = {
  SESSION_SECRET: 'a session secret of the recordings only',
  WORKER_SECRET: 'a worker secret of the recordings only',
};

export const KEY_PREFIX = 'sk_live_';

/** What a customer of an earlier version got, beside the dump of its database. */
export type Recorded = {
  commit: string;
  /** When the last answer was read; nothing happened afterwards but the stop. */
  at: string;
  /** The key without `KEY_PREFIX`, with which programs that look for secrets would take it for one. */
  credentials: { keyAfterPrefix: string; cookie: string };
  /** By path, of GET. */
  answers: Record<string, unknown>;
  /** Calls with an Idempotency-Key, and the hashes of what they got. */
  calls: { path: string; headers: Record<string, string>; body: object; status: number; sha256: string }[];
  /** The small ones below DATA_DIR/storage, base64. */
  files: Record<string, string>;
};
