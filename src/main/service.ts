import { hostname } from 'node:os';
import { join } from 'node:path';
import type { LipsyncModel } from '../engines/lipsync/index.ts';
import { createIdempotency, createServer, createUrlSigner, limitConcurrency } from '../http/index.ts';
import { assetRoutes, describeStorage } from '../library/assets/index.ts';
import { createPresetPreviews, voiceRoutes } from '../library/voices/index.ts';
import { batchRoutes } from '../media/batches/index.ts';
import { estimateRoutes } from '../media/estimates/index.ts';
import { createInferenceRunner, generateRoutes, INFERENCE_KIND } from '../media/generate/index.ts';
import { createHistory, historyRoutes } from '../media/history/index.ts';
import {
  openAiModelRoutes,
  openAiSpeechRoutes,
  openAiTranscriptionRoutes,
  SPEECH_MODELS,
  TRANSCRIPTION_MODELS,
} from '../media/openai/index.ts';
import { pronunciationRoutes } from '../media/pronunciations/index.ts';
import { createSpeechStreams, speechRoutes } from '../media/speech/index.ts';
import { createSpeechCache } from '../media/speech-cache/index.ts';
import { transcriptionRoutes } from '../media/transcription/index.ts';
import { createVideoRunner, scriptSpeechRoutes, VIDEO_KIND, videoRoutes } from '../media/video/index.ts';
import { checkoutRoutes } from '../money/checkout/index.ts';
import { closeWallet, grantWithheld, openWallet } from '../money/ledger/index.ts';
import { planOf, planRoutes } from '../money/plans/index.ts';
import { describeWallet, walletRoutes } from '../money/wallet/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config, Secrets } from '../platform/config/index.ts';
import type { Database, Db } from '../platform/database/index.ts';
import type { Log } from '../platform/log.ts';
import { createMailer } from '../platform/mail/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { adminRoutes } from '../site/admin/index.ts';
import { changelogRoutes } from '../site/changelog/index.ts';
import { docsRoutes } from '../site/docs/index.ts';
import { healthRoutes } from '../site/health/index.ts';
import { installMetrics } from '../site/metrics/index.ts';
import { modelRoutes } from '../site/models/index.ts';
import {
  type AccountOpened,
  accountPages,
  accountRoutes,
  authRoutes,
  type CloseWallet,
  type EmailVerified,
} from '../tenancy/accounts/index.ts';
import { adminsFrom, listOf } from '../tenancy/administrators/index.ts';
import { apiKeyRoutes, authenticateKey, createKeyUsage } from '../tenancy/api-keys/index.ts';
import { createPasswords } from '../tenancy/passwords/index.ts';
import { createRateLimiter } from '../tenancy/rate-limits/index.ts';
import { authenticateSession, SESSION_COOKIE, sessionRoutes, verifyCsrf } from '../tenancy/sessions/index.ts';
import { settingsRoutes } from '../tenancy/settings/index.ts';
import { twoFactorRoutes } from '../tenancy/two-factor/index.ts';
import {
  createJobKinds,
  isAssetInUse,
  jobEventRoutes,
  jobOutputRoutes,
  jobRoutes,
  type OutputUrl,
  pollPath,
  renewPayload,
  watchJobs,
} from '../work/jobs/index.ts';
import {
  type AnnouncedEvent,
  DELIVERY_RULES,
  documentEvents,
  OTHER_EVENTS,
  startDispatcher,
  webhookRoutes,
} from '../work/webhooks/index.ts';
import { isOffered, workerRoutes } from '../work/workers/index.ts';
import { allAccountData } from './account-data.ts';
import { backgroundTasks } from './background-tasks.ts';
import { startEmbeddedWorker } from './embedded-worker.ts';
import { checksOf } from './health-checks.ts';
import type { Engines } from './open-engines.ts';
import { runBackgroundTasks } from './run-background-tasks.ts';

/** Everything that a service stands on; tests bring their own engine and clock. */
export type Ground = Engines & {
  config: Config;
  secrets: Secrets;
  log: Log;
  clock: Clock;
  database: Database;
  storage: Storage;
};

/** Calls of one account on this node that may have an ffmpeg process. */
const UPLOADS_AT_ONCE = 8;

export async function createService(ground: Ground) {
  const { config, secrets, log, clock, storage } = ground;
  const { speech, transcription, video, lips, languageModel } = ground;
  const { tools, codec, decodeAudio, probeMedia } = ground.media;
  const { db } = ground.database;
  const { sessionSecret } = secrets;
  const isAdmin = adminsFrom(config.adminEmails);
  const keyUsage = createKeyUsage({ db, clock, log });
  const passwords = createPasswords();
  const limiter = createRateLimiter({ db, generatePerMinute: (plan) => planOf(plan).generatePerMinute });
  const idempotency = createIdempotency({ db, clock, storage, log, secret: sessionSecret });
  const kinds = createJobKinds([VIDEO_KIND, INFERENCE_KIND]);
  const outboxDir = config.production ? null : join(config.dataDir, 'outbox');
  const mailer = createMailer({ ...config.mail, outboxDir, log });
  const mustVerify = config.mail.smtpUrl !== undefined;
  const accountOpened: AccountOpened = (tx, opened) =>
    openWallet(tx, { ...opened, withhold: mustVerify && !opened.emailVerified });
  const emailVerified: EmailVerified = (tx, { accountId }) => grantWithheld({ db: tx, clock }, accountId);

  const app = await createServer({
    log,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    webhooks: documentEvents([...kinds.events, ...OTHER_EVENTS]),
    rateLimiting: limiter,
    authentication: {
      authenticateKey: (token) => authenticateKey({ db, keyUsage, isAdmin }, token),
      authenticateSession: (cookie) => authenticateSession({ db, clock, sessionSecret, isAdmin }, cookie),
      sessionCookieName: SESSION_COOKIE,
      verifyCsrf: (caller, token) => verifyCsrf(sessionSecret, caller.credential.id, token),
      workerSecret: secrets.workerSecret,
      publicOrigin: new URL(config.publicUrl).origin,
      signedUrls: { secret: sessionSecret, now: () => clock.now() },
    },
  });

  const deps = { db, clock, log, sessionSecret, idempotency, production: config.production };
  const walletFields = async (handle: Db, accountId: string) => ({
    ...(await describeWallet(handle, clock, accountId)),
    storage: await describeStorage(handle, accountId),
  });
  const uploads = limitConcurrency(UPLOADS_AT_ONCE, 'uploads or transcriptions');
  const signUrl = createUrlSigner({ publicUrl: config.publicUrl, secret: sessionSecret, clock });
  const secureCookies = config.production;
  const mediaOutbound = { allow: config.outboundAllow, requireHttps: false };
  const outbound = { ...mediaOutbound, requireHttps: config.production };
  const mailing = { ...deps, mailer, publicUrl: config.publicUrl, passwords };
  const isAdminAddress = listOf(config.adminEmails);
  const profile = { isAdmin, walletFields };
  const opening = { accountOpened, emailVerified, isAdminAddress, secureCookies };
  await app.register(authRoutes({ ...mailing, ...profile, ...opening }));
  await app.register(accountPages());
  await app.register(sessionRoutes(deps));
  await app.register(twoFactorRoutes(deps));
  await app.register(apiKeyRoutes(deps));
  await app.register(settingsRoutes({ ...deps, outbound }));
  await app.register(walletRoutes(deps));
  await app.register(checkoutRoutes(deps));
  const previews = createPresetPreviews({ engine: speech, storage });
  await app.register(voiceRoutes({ presets: speech.voices, previews, publicUrl: config.publicUrl }));
  const { sampleRate } = speech.capabilities;
  const cache = createSpeechCache({ ...deps, storage, sampleRate, maxBytes: config.cacheMaxBytes });
  const history = createHistory({ ...deps, storage, cache });
  const speaking = { ...deps, storage, engine: speech, codec, cache, history };
  const streams = createSpeechStreams(speaking);
  await app.register(speechRoutes({ ...speaking, streams }));
  await app.register(historyRoutes({ history, signUrl }));
  await app.register(openAiSpeechRoutes({ ...speaking, streams }));
  await app.register(openAiModelRoutes({ models: [...SPEECH_MODELS, ...TRANSCRIPTION_MODELS] }));
  await app.register(pronunciationRoutes(deps));
  const transcribing = { ...deps, transcription, decodeAudio, outbound: mediaOutbound, uploads };
  await app.register(transcriptionRoutes(transcribing));
  await app.register(openAiTranscriptionRoutes(transcribing));
  const outputUrl: OutputUrl = ({ id, account_id }, output) =>
    signUrl(`${pollPath(id)}/${output}`, account_id);
  const webhooks = {
    ...deps,
    outbound,
    rules: DELIVERY_RULES,
    renewPayload: (handle: Db, event: AnnouncedEvent) => renewPayload({ kinds, outputUrl }, handle, event),
  };
  await app.register(webhookRoutes(webhooks));
  const dispatcher = await startDispatcher({ ...webhooks, database: ground.database });
  await app.register(
    assetRoutes({ ...deps, storage, outbound: mediaOutbound, uploads, probeMedia, isAssetInUse, signUrl }),
  );
  const watch = await watchJobs(ground.database);
  const jobs = { ...deps, storage, watch, kinds, outputUrl };
  const accountData = allAccountData(jobs);
  const closeAccountWallet: CloseWallet = (tx, wallet) => closeWallet({ db: tx, clock }, wallet);
  const closing = { accountData, closeWallet: closeAccountWallet, secureCookies };
  await app.register(accountRoutes({ ...mailing, ...profile, ...closing }));
  await app.register(jobRoutes(jobs));
  await app.register(jobEventRoutes(jobs));
  await app.register(jobOutputRoutes(jobs));
  await app.register(workerRoutes(jobs));
  await app.register(scriptSpeechRoutes({ db, engine: speech }));
  const { presenters } = video;
  const isModelOffered = ({ name }: LipsyncModel) => isOffered(deps, ['video', `lipsync:${name}`]);
  const films = { ...jobs, engine: speech, presenters, outbound, isOffered: isModelOffered };
  await app.register(videoRoutes({ ...films, publicUrl: config.publicUrl }));
  const generating = { ...films, probeMedia, mediaOutbound, uploads };
  await app.register(generateRoutes({ ...generating, ...speaking, languageModel, signUrl }));
  await app.register(batchRoutes(generating));
  await app.register(estimateRoutes({ ...deps, engine: speech }));
  await app.register(adminRoutes(deps));
  await app.register(planRoutes());
  await app.register(modelRoutes({ speech, transcription, languageModel, isOffered: isModelOffered }));
  await app.register(changelogRoutes());
  await app.register(docsRoutes());
  await app.register(healthRoutes({ checks: checksOf(ground, { ffmpeg: tools.ffmpeg, dispatcher }), clock }));
  const engines = { speech: () => speech.figures(), transcription: () => transcription.figures() };
  installMetrics(app, { token: config.metricsToken, engines });
  const runners = [
    createVideoRunner({ engine: speech, decodeToFile: ground.media.decodeToFile, video, lips }),
    ...(languageModel ? [createInferenceRunner(languageModel)] : []),
  ];
  const { dataDir, modelsDir, jobConcurrency: concurrency } = config;
  const worker = await startEmbeddedWorker(jobs, runners, { name: hostname(), dataDir, concurrency });
  const tasks = runBackgroundTasks(
    backgroundTasks({ ...jobs, accountData, limiter, history, cache, webhooks, worker, modelsDir }),
    log,
  );

  return {
    app,
    dispatcher,
    accountData,
    accountOpened,
    mailer,
    isKnownKey: async (key: string) => (await authenticateKey({ db, keyUsage, isAdmin }, key)) !== null,
    /** Requests in flight end first; what they need closes after them. */
    async close(): Promise<void> {
      await app.close();
      await streams.idle();
      await Promise.all([tasks.stop(), worker.stop(), dispatcher.close()]);
      await watch.close();
      await keyUsage.close();
      await mailer?.close();
      await passwords.close();
    },
  };
}

export type Service = Awaited<ReturnType<typeof createService>>;
