import type { createServer, Idempotency, UrlSigner } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/index.ts';
import type { Database, Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import type { Storage } from '../../platform/storage/index.ts';

export type App = Awaited<ReturnType<typeof createServer>>;

/** What every group of routes may use; each passes on only what its slices ask for. */
export type Shared = {
  config: Config;
  database: Database;
  db: Db;
  clock: Clock;
  log: Log;
  storage: Storage;
  sessionSecret: string;
  idempotency: Idempotency;
  production: boolean;
  publicUrl: string;
  signUrl: UrlSigner;
  /** Webhooks must use HTTPS in production; media may be fetched over plain HTTP. */
  webhookOutbound: OutboundPolicy;
  mediaOutbound: OutboundPolicy;
};
