import type { Clock } from '../../platform/clock.ts';
import type { PaymentsConfig } from '../../platform/config/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Providers } from '../providers/index.ts';

export type CheckoutDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  production: boolean;
  publicUrl: string;
  providers: Providers;
  payments: PaymentsConfig;
};

/** Stores the answer in the transaction it reports on. */
export type Keep<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

export type CheckoutAnswer = {
  provider: string;
  plan: string;
  url?: string;
  session_id?: string;
  demo?: true;
  effective_at?: string;
};
