import { hostname } from 'node:os';
import { createIdempotency, createServer, createUrlSigner, limitConcurrency } from '../http/index.ts';
import { createReceiptSigner } from '../library/consents/index.ts';
import { createVoicesInUse, withAdaptations } from '../library/voices/index.ts';
import { planOf } from '../money/plans/index.ts';
import { openProviders } from '../money/providers/index.ts';
import { watchEventLoop } from '../platform/event-loop-watch/index.ts';
import { createThreads } from '../platform/threads/index.ts';
import { openAccess } from '../tenancy/access/index.ts';
import { createRemoteHearing } from '../work/remote-hearing/index.ts';
import { createRemoteSound } from '../work/remote-sound/index.ts';
import { createRemoteSpeech, withRemoteVoices } from '../work/remote-speech/index.ts';
import { documentEvents } from '../work/webhooks/index.ts';
import { authenticateWorker, looksLikeWorkerSecret } from '../work/workers/index.ts';
import { allAccountData } from './account-data.ts';
import { announceUsageAlert } from './announce-usage-alert.ts';
import { backgroundTasks } from './background-tasks.ts';
import { startEmbeddedWorker } from './embedded-worker.ts';
import { EVENTS } from './events.ts';
import { registerLibrary } from './groups/library.ts';
import { registerMedia } from './groups/media.ts';
import { registerMoney } from './groups/money.ts';
import type { Shared } from './groups/shared.ts';
import { registerSite } from './groups/site.ts';
import { openTenancy, registerTenancy } from './groups/tenancy.ts';
import { registerWork } from './groups/work.ts';
import { createRunners, JOB_KINDS } from './job-kinds.ts';
import { openHold } from './open-hold.ts';
import { openProvenance } from './open-provenance.ts';
import type { Resources } from './open-resources.ts';
import { openSealing } from './open-sealing.ts';
import { runBackgroundTasks } from './run-background-tasks.ts';

/** Plans are ordered by what they grant; suspension is the smallest. */
const isSmallerPlan = (plan: string, before: string): boolean =>
  planOf(plan).creditsPerMonth < planOf(before).creditsPerMonth;

/** Requests of one account on this node that may run ffmpeg at once. */
const MAX_CONCURRENT_UPLOADS = 8;
/** Longer than a film may take to be heard. */
const MAX_HEARING_WAIT_MS = 5 * 60_000;

export async function createService(resources: Resources) {
  const { config, secrets, log, clock, database } = resources;
  const { db } = database;
  const opened = await openSealing({ db, secrets });
  const tenancy = openTenancy(resources, opened.addressKey);
  const access = await openAccess({ database, clock, isSmallerPlan });
  const app = await openServer(resources, tenancy, access);
  const hold = await openHold({ db, log });
  // A film is heard for longer than a tenant's program may wait, so these are not shared.
  const hearing = createThreads({ maxWaitMs: MAX_HEARING_WAIT_MS });
  const provenance = await openProvenance({ ...resources, db, sealing: opened.sealing, threads: hearing });
  const threads = createThreads();
  const eventLoop = watchEventLoop({ log });
  const shared = shareWithGroups(resources, opened, { provenance, hold, threads, eventLoop });
  const uploads = limitConcurrency(MAX_CONCURRENT_UPLOADS, 'uploads or transcriptions');

  const work = await registerWork(app, shared, JOB_KINDS);
  const { jobs, webhooks, dispatcher, watch, liveEvents } = work;
  const providers = openProviders(config.payments, { publicUrl: config.publicUrl });
  const accountData = allAccountData({ ...jobs, providers });
  await registerTenancy(app, shared, tenancy, accountData);
  const money = await registerMoney(app, shared, providers);
  const { capabilities, check } = resources.speech;
  const { sampleRate } = capabilities;
  const { watermark, mastering } = resources;
  const remoteSpeech = createRemoteSpeech({ ...jobs, sampleRate, check, watermark });
  const remoteSound = createRemoteSound({ ...jobs, mastering });
  const remoteHearing = createRemoteHearing(jobs);
  const voicesInUse = createVoicesInUse();
  const openObject = async (key: string) => (await resources.storage.get(key))?.body ?? null;
  const speech = withAdaptations(withRemoteVoices(resources.speech, remoteSpeech), {
    open: openObject,
    log,
    voicesInUse,
  });
  const engines = { ...resources, speech };
  await registerLibrary(app, shared, engines, work, uploads);
  const media = await registerMedia(app, shared, { ...engines, remoteSound, remoteHearing }, work, uploads);
  await registerSite(app, shared, resources, work, media, money.payments);

  const { dataDir, modelsDir, auditDetailsDays, takedownPrintDays, jobConcurrency: concurrency } = config;
  const { languages: speaks } = capabilities;
  const runners = createRunners(engines, { speaks, hasRemoteVoices: true });
  const worker = await startEmbeddedWorker(jobs, runners, {
    name: hostname(),
    dataDir,
    concurrency,
    tracing: resources.tracing,
  });
  const { cache, history, streams } = media;
  const { limiter, mailer } = tenancy;
  const announceAlert = announceUsageAlert(clock);
  const kept = { history, cache, webhooks, accountData };
  const tasks = runBackgroundTasks(
    backgroundTasks({
      ...jobs,
      ...kept,
      voiceAdapter: resources.voiceAdapter,
      voicesInUse,
      ...money,
      limiter,
      mailer,
      announceAlert,
      worker,
      modelsDir,
      auditDetailsDays,
      takedownPrintDays,
      retentionDays: config.provenance.retentionDays,
    }),
    { log, hold },
  );

  return {
    app,
    eventLoop,
    dispatcher,
    accountData,
    accountOpened: tenancy.accountOpened,
    mailer: tenancy.mailer,
    isKnownKey: async (key: string) => (await tenancy.authentication.authenticateKey(key)) !== null,
    /** Waits for requests in progress, then closes what they depend on. */
    async close(): Promise<void> {
      hold.close();
      await app.close();
      await streams.idle();
      await Promise.all([tasks.stop(), worker.stop(), dispatcher.close()]);
      await Promise.all([remoteSpeech, remoteSound, remoteHearing].map((remote) => remote.idle()));
      await Promise.all([watch.close(), liveEvents.close(), access.close()]);
      await Promise.all([threads.close(), hearing.close(), eventLoop.stop(), tenancy.close()]);
    },
  };
}

type Access = Awaited<ReturnType<typeof openAccess>>;

function openServer(resources: Resources, tenancy: ReturnType<typeof openTenancy>, access: Access) {
  const { config, secrets, log, clock, database, tracing } = resources;
  const { db } = database;
  return createServer({
    log,
    tracing,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    webhooks: documentEvents(EVENTS),
    rateLimiting: tenancy.limiter,
    authentication: {
      ...tenancy.authentication,
      workerSecret: secrets.workerSecret,
      looksLikeWorkerSecret,
      authenticateWorker: (secret) => authenticateWorker({ db, clock }, secret),
      publicOrigin: new URL(config.publicUrl).origin,
      access,
      signedUrls: { secret: secrets.sessionSecret, now: () => clock.now() },
    },
  });
}

type Opened = Awaited<ReturnType<typeof openSealing>>;

/** What every group of routes may use. */
function shareWithGroups(
  { config, secrets, log, clock, database, storage, deadline }: Resources,
  { sealing, recoveryKey, receiptSeed }: Opened,
  made: Pick<Shared, 'provenance' | 'hold' | 'threads' | 'eventLoop'>,
): Shared {
  const { db } = database;
  const { production, publicUrl, outboundAllow: allow } = config;
  const { sessionSecret } = secrets;
  return {
    ...made,
    config,
    database,
    db,
    clock,
    log,
    storage,
    sessionSecret,
    sealing,
    recoveryKey,
    receipts: createReceiptSigner(publicUrl, receiptSeed),
    production,
    earningsHoldDays: config.earningsHoldDays,
    publicUrl,
    idempotency: createIdempotency({ db, clock, storage, log, sealing, secret: sessionSecret }),
    signUrl: createUrlSigner({ publicUrl, secret: sessionSecret, clock }),
    webhookOutbound: { allow, requireHttps: production, deadline },
    mediaOutbound: { allow, requireHttps: false, deadline },
  };
}
