import { removeFormerKokoro } from '../../engines/speech/index.ts';
import type { Idempotency } from '../http/index.ts';
import { announceNotices, failJobsOfTakenDown, rankListings } from '../library/marketplace/index.ts';
import {
  createVoiceAdapting,
  sweepTakedownPrints,
  type VoiceAdapter,
  type VoicesInUse,
} from '../library/voices/index.ts';
import { endDueConversations, sweepTurnAudio } from '../media/agents/index.ts';
import type { History } from '../media/history/index.ts';
import type { SpeechCache } from '../media/speech-cache/index.ts';
import {
  type AutoTopUpDeps,
  applyDuePlanChanges,
  cancelSurplusSubscriptions,
  runAutoTopUps,
  sweepCheckouts,
  type TellDeps,
  tellDeclined,
} from '../money/checkout/index.ts';
import {
  expireReservations,
  matchChangedSales,
  renewDueCycles,
  sweepAllotments,
} from '../money/ledger/index.ts';
import { giveBackOfDay } from '../money/model-tokens/index.ts';
import {
  actOnStoredEvents,
  askForPayments,
  type PaymentEventDeps,
  reconcilePayments,
} from '../money/payment-events/index.ts';
import { type AlertDeps, sendUsageAlerts } from '../money/usage-alerts/index.ts';
import { type ObjectDeps, sweepLooseObjects } from '../platform/storage/index.ts';
import { type AccountData, eraseClosedAccounts, sweepTokens } from '../tenancy/accounts/index.ts';
import { sweepEphemeralKeys } from '../tenancy/api-keys/index.ts';
import { sweepAuditDetails } from '../tenancy/audit-log/index.ts';
import { sweepMarks } from '../tenancy/marks/index.ts';
import { sweepPasskeyChallenges } from '../tenancy/passkeys/index.ts';
import type { RateLimiter } from '../tenancy/rate-limits/index.ts';
import { sweepSessions } from '../tenancy/sessions/index.ts';
import {
  cancelAbandonedJobs,
  failStaleJobs,
  type JobDeps,
  recoverLostJobs,
  sweepJobFiles,
} from '../work/jobs/index.ts';
import { indexFingerprints, sweepProvenance } from '../work/provenance/index.ts';
import { closeInterrupted, sweepDeliveryLog } from '../work/webhooks/index.ts';
import { sweepWorkers } from '../work/workers/index.ts';
import type { BackgroundTask } from './run-background-tasks.ts';

type Deps = TellDeps &
  AlertDeps &
  ObjectDeps &
  JobDeps & {
    accountData: readonly AccountData[];
    limiter: RateLimiter;
    idempotency: Idempotency;
    history: History;
    cache: SpeechCache;
    webhooks: Parameters<typeof closeInterrupted>[0];
    worker: { heartbeat(): Promise<unknown> };
    voiceAdapter: VoiceAdapter | null;
    voicesInUse: VoicesInUse;
    modelsDir: string;
    auditDetailsDays: number;
    takedownPrintDays: number;
    /** How long it is known what was made. */
    retentionDays: number;
    payments: PaymentEventDeps;
    autoTopUps: AutoTopUpDeps;
  };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

export function backgroundTasks(deps: Deps): BackgroundTask[] {
  return [
    ...moneyTasks(deps),
    ...paymentTasks(deps),
    ...accountTasks(deps),
    ...workTasks(deps),
    ...mediaTasks(deps),
  ];
}

function moneyTasks(deps: Deps): BackgroundTask[] {
  return [
    // Runs often: credits that a crashed call reserved belong to the customer.
    { name: 'expire reservations', everyMs: 10 * SECOND_MS, run: () => expireReservations(deps) },
    { name: 'give back model tokens', everyMs: MINUTE_MS, drain: true, run: () => giveBackOfDay(deps) },
    {
      name: 'send usage alerts',
      outward: true,
      everyMs: 30 * SECOND_MS,
      drain: true,
      run: () => sendUsageAlerts(deps),
    },
    { name: 'match sales with debts', everyMs: MINUTE_MS, run: () => matchChangedSales(deps) },
    { name: 'renew cycles', everyMs: 10 * MINUTE_MS, run: () => renewDueCycles(deps) },
    { name: 'sweep allotments', everyMs: 60 * MINUTE_MS, drain: true, run: () => sweepAllotments(deps) },
  ];
}

function paymentTasks(deps: Deps): BackgroundTask[] {
  return [
    {
      name: 'auto top-ups',
      outward: true,
      everyMs: 5 * SECOND_MS,
      run: () => runAutoTopUps(deps.autoTopUps),
    },
    {
      name: 'tell of declined top-ups',
      outward: true,
      everyMs: 15 * SECOND_MS,
      run: () => tellDeclined(deps),
    },
    { name: 'end plans', everyMs: MINUTE_MS, run: () => applyDuePlanChanges(deps) },
    {
      name: 'cancel second subscriptions',
      outward: true,
      everyMs: MINUTE_MS,
      run: () => cancelSurplusSubscriptions(deps.payments),
    },
    { name: 'expire checkouts', everyMs: 10 * MINUTE_MS, drain: true, run: () => sweepCheckouts(deps) },
    {
      name: 'act on stored payments',
      everyMs: 5 * SECOND_MS,
      drain: true,
      run: () => actOnStoredEvents(deps.payments),
    },
    {
      name: 'ask for payments',
      everyMs: 5 * SECOND_MS,
      drain: true,
      run: (stopping) => askForPayments(deps.payments, stopping),
    },
    {
      name: 'reconcile payments',
      everyMs: 60 * MINUTE_MS,
      run: (stopping) => reconcilePayments(deps.payments, stopping),
    },
  ];
}

function accountTasks(deps: Deps): BackgroundTask[] {
  return [
    { name: 'sweep marks of accounts', everyMs: 60 * MINUTE_MS, drain: true, run: () => sweepMarks(deps) },
    { name: 'sweep rate limits', everyMs: 5 * MINUTE_MS, run: () => deps.limiter.sweep() },
    {
      name: 'sweep idempotency keys',
      everyMs: 10 * MINUTE_MS,
      drain: true,
      run: () => deps.idempotency.sweep(),
    },
    {
      name: 'sweep ephemeral keys',
      everyMs: 10 * MINUTE_MS,
      drain: true,
      run: () => sweepEphemeralKeys(deps),
    },
    { name: 'sweep sessions', everyMs: 60 * MINUTE_MS, drain: true, run: () => sweepSessions(deps) },
    {
      name: 'erase closed accounts',
      outward: true,
      everyMs: 5 * MINUTE_MS,
      run: () => eraseClosedAccounts(deps),
    },
    {
      name: 'sweep details of the audit log',
      everyMs: 60 * MINUTE_MS,
      drain: true,
      run: () => sweepAuditDetails(deps),
    },
    { name: 'sweep passkey challenges', everyMs: 60 * MINUTE_MS, run: () => sweepPasskeyChallenges(deps) },
    { name: 'sweep mailed tokens', everyMs: 60 * MINUTE_MS, run: () => sweepTokens(deps) },
  ];
}

function workTasks(deps: Deps): BackgroundTask[] {
  return [
    {
      name: 'close interrupted webhooks',
      everyMs: 15 * SECOND_MS,
      drain: true,
      run: () => closeInterrupted(deps.webhooks),
    },
    { name: 'sweep webhook log', everyMs: 60 * MINUTE_MS, drain: true, run: () => sweepDeliveryLog(deps) },
    { name: 'recover lost jobs', everyMs: 5 * SECOND_MS, drain: true, run: () => recoverLostJobs(deps) },
    {
      name: 'cancel abandoned jobs',
      everyMs: 10 * SECOND_MS,
      drain: true,
      run: () => cancelAbandonedJobs(deps),
    },
    { name: 'fail stale jobs', everyMs: 10 * MINUTE_MS, drain: true, run: () => failStaleJobs(deps) },
    { name: 'sweep job files', everyMs: 5 * MINUTE_MS, drain: true, run: () => sweepJobFiles(deps) },
    { name: 'worker heartbeat', everyMs: 30 * SECOND_MS, run: () => deps.worker.heartbeat() },
    { name: 'sweep workers', everyMs: 60 * MINUTE_MS, run: () => sweepWorkers(deps) },
    {
      name: 'index what was made by its sound',
      everyMs: 5 * SECOND_MS,
      drain: true,
      run: () => indexFingerprints(deps),
    },
    {
      name: 'sweep the registry of what was made',
      everyMs: 60 * MINUTE_MS,
      drain: true,
      run: () => sweepProvenance(deps),
    },
  ];
}

function mediaTasks(deps: Deps): BackgroundTask[] {
  return [
    { name: 'sweep history', everyMs: 10 * MINUTE_MS, drain: true, run: () => deps.history.sweep() },
    {
      name: 'sweep sound of callers',
      everyMs: 10 * MINUTE_MS,
      drain: true,
      run: () => sweepTurnAudio(deps),
    },
    { name: 'evict cached speech', everyMs: MINUTE_MS, run: (stopping) => deps.cache.evict(stopping) },
    { name: 'sweep loose objects', everyMs: 10 * MINUTE_MS, drain: true, run: () => sweepLooseObjects(deps) },
    {
      name: 'fail jobs of voices that were taken down',
      everyMs: 5 * SECOND_MS,
      drain: true,
      run: () => failJobsOfTakenDown(deps),
    },
    {
      name: 'end due conversations',
      everyMs: 10 * SECOND_MS,
      drain: true,
      run: () => endDueConversations(deps),
    },
    { name: 'rank listings', everyMs: 30 * SECOND_MS, drain: true, run: () => rankListings(deps) },
    { name: 'announce notices', everyMs: 2 * SECOND_MS, drain: true, run: () => announceNotices(deps) },
    {
      name: 'sweep prints of voices that were taken down',
      everyMs: 60 * MINUTE_MS,
      drain: true,
      run: () => sweepTakedownPrints(deps),
    },
    ...adaptVoices(deps),
    {
      name: 'remove former models',
      everyMs: 60 * MINUTE_MS,
      run: () => removeFormerKokoro(deps.modelsDir, deps.clock.now()),
    },
  ];
}

/** What adapting takes, and something for whoever comes meanwhile. */
const ROOM_BYTES = 1_500 * 1024 ** 2;
/** A service that starts has other things to do. */
const WARM_UP_SECONDS = 60;

function adaptVoices({ voiceAdapter, ...deps }: Deps): BackgroundTask[] {
  if (!voiceAdapter) return [];
  const hasRoom = () => process.uptime() > WARM_UP_SECONDS && process.availableMemory() > ROOM_BYTES;
  const adapting = createVoiceAdapting({ ...deps, voiceAdapter, hasRoom });
  return [{ name: 'adapt voices', everyMs: 30 * SECOND_MS, run: (stopping) => adapting.next(stopping) }];
}
