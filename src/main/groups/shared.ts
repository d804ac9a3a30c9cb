import type { createServer, Idempotency, UrlSigner } from '../../http/index.ts';
import type { ReceiptSigner } from '../../library/consents/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/index.ts';
import type { Database, Db } from '../../platform/database/index.ts';
import type { EventLoopWatch } from '../../platform/event-loop-watch/index.ts';
import type { Log } from '../../platform/log.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { Threads } from '../../platform/threads/index.ts';
import type { Provenance } from '../../work/provenance/index.ts';
import type { Hold } from '../open-hold.ts';

export type App = Awaited<ReturnType<typeof createServer>>;

/** Dependencies of all route groups. Each group passes on only what its slices need. */
export type Shared = {
  config: Config;
  database: Database;
  db: Db;
  clock: Clock;
  log: Log;
  storage: Storage;
  threads: Threads;
  eventLoop: EventLoopWatch;
  sessionSecret: string;
  sealing: Sealing;
  /** Recovery codes are stored as hashes with this key. */
  recoveryKey: Buffer;
  /** The private key that signs receipts of consents. */
  receipts: ReceiptSigner;
  idempotency: Idempotency;
  production: boolean;
  earningsHoldDays: number;
  publicUrl: string;
  signUrl: UrlSigner;
  /** Signs what is made, and records it. */
  provenance: Provenance;
  /** A restored copy waits for the operator. */
  hold: Pick<Hold, 'isHeld'>;
  /** In production webhooks must use HTTPS; media may be fetched over plain HTTP. */
  webhookOutbound: OutboundPolicy;
  mediaOutbound: OutboundPolicy;
};
