import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandboxOnce } from '../../engines/ffmpeg/testing/service-tools.ts';
import { createLanguageModel } from '../../engines/language-model/index.ts';
import { createManifestEngine } from '../../engines/manifests/index.ts';
import { createInProcessManifests } from '../../engines/manifests/testing/in-process.ts';
import { createMasteringEngine } from '../../engines/mastering/index.ts';
import { createMixingEngine } from '../../engines/mixing/index.ts';
import { createSeparationEngine } from '../../engines/separation/index.ts';
import { createEffectsEngine } from '../../engines/sound-effects/index.ts';
import { createFakeTranscription } from '../../engines/transcription/testing/fake-transcription.ts';
import { createTurnTranscriber } from '../../engines/turn-taking/index.ts';
import { createWatermarkEngine } from '../../engines/watermark/index.ts';
import type { Engines } from '../../src/main/open-engines.ts';
import { openMediaTools } from '../../src/main/open-media-tools.ts';
import type { Resources } from '../../src/main/open-resources.ts';
import { createService } from '../../src/main/service.ts';
import { ManualClock } from '../../src/platform/clock.ts';
import { loadSecrets, parseConfig } from '../../src/platform/config/index.ts';
import { type Database, type Db, sql } from '../../src/platform/database/index.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';
import type { Deadline } from '../../src/platform/deadline.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { testLog } from '../../src/platform/testing/test-log.ts';
import { noTracing, type Tracing } from '../../src/platform/tracing/index.ts';
import { createFakeActivity } from './fake-activity.ts';
import { createFakeLips } from './fake-lips.ts';
import { createFakeMusic } from './fake-music.ts';
import { createFakeSpeech, type FakeSpeech } from './fake-speech.ts';
import { createFakeVideo } from './fake-video.ts';
import { createFakeVoiceMaker } from './fake-voice-maker.ts';
import { rememberMedia } from './remembered-media.ts';

export const ADMIN_EMAIL = 'root@example.com';
export const METRICS_TOKEN = 'a metrics token of the tests';

export type TestService = Awaited<ReturnType<typeof openTestService>>;

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://voice.example.com',
  SESSION_SECRET: 'a session secret that is used by tests only',
  WORKER_SECRET: 'a worker secret that is used by the tests only',
  METRICS_TOKEN,
};

/** `llm` is the URL of a language model. `lips`: the weights of our own neural lip-sync are installed. */
type TestOptions = {
  production?: boolean;
  outboundAllow?: string;
  llm?: string;
  lips?: boolean;
  /** Replaces the fake engines. The caller closes them. */
  engines?: Partial<
    Pick<
      Engines,
      | 'speech'
      | 'transcription'
      | 'activity'
      | 'music'
      | 'voiceMaker'
      | 'voiceAdapter'
      | 'watermark'
      | 'manifests'
    >
  >;
  smtpUrl?: string;
  trustProxy?: string;
  cacheMaxMb?: number;
  requireSpokenConsent?: boolean;
  /** Replaces the real time of requests to customers' URLs. */
  deadline?: Deadline;
  /** These outlive the service, for tests that start it again. */
  kept?: { dataDir: string; database: Database };
  /** Ends with the test. The default traces nothing. */
  tracing?: Tracing;
  /** Further settings, such as the secrets of payment providers. */
  settings?: Record<string, string>;
};

/** The whole service as wired for production, on its own database, with fake engines and a manual clock. */
export async function openTestService(options: TestOptions = {}) {
  const dataDir = options.kept?.dataDir ?? (await mkdtemp(join(tmpdir(), 'vox-service-')));
  const environment = options.production ? PRODUCTION : { PUBLIC_URL: 'http://localhost' };
  const config = parseConfig({
    ...environment,
    DATA_DIR: dataDir,
    ADMIN_EMAILS: ADMIN_EMAIL,
    OUTBOUND_ALLOW: options.outboundAllow,
    SMTP_URL: options.smtpUrl,
    MAIL_FROM: options.smtpUrl && 'Vox Humana <noreply@example.com>',
    TRUST_PROXY: options.trustProxy,
    LLM_BASE_URL: options.llm,
    LLM_MODEL: options.llm && 'tiny',
    CACHE_MAX_MB: options.cacheMaxMb?.toString(),
    REQUIRE_SPOKEN_CONSENT: options.requireSpokenConsent?.toString(),
    ...options.settings,
  });
  const database = closableTwice(options.kept?.database ?? (await openTestDatabase()));
  const clock = new ManualClock();
  const speech: FakeSpeech = createFakeSpeech();
  const transcription = createFakeTranscription();
  const music = createFakeMusic();
  const secrets = loadSecrets(config);
  const storage = { ...(await createDiskStorage({ dataDir })) };
  const video = createFakeVideo();
  const lips = createFakeLips({ absent: !options.lips });
  const languageModel = config.languageModel ? createLanguageModel(config.languageModel) : null;
  const media = rememberMedia(await openMediaTools(config, testLog, process.env, openSandboxOnce));
  const voiceMaker = createFakeVoiceMaker();
  // The real ones: they need no weights and start only when they are used.
  const effects = createEffectsEngine({ log: testLog });
  const mastering = createMasteringEngine({ log: testLog });
  const watermark = createWatermarkEngine({ log: testLog });
  const separation = createSeparationEngine({ weights: null, log: testLog });
  const mixing = createMixingEngine({ log: testLog });
  // Its process starts only when something is read.
  const { readManifest, close } = createManifestEngine({ log: testLog });
  const manifests = { ...createInProcessManifests(), readManifest, close };
  const sounding = { effects, mastering, watermark, separation, mixing };
  const none = { voiceAdapter: null, apertium: null };
  const fakes = { music, video, lips, voiceMaker, languageModel, manifests, ...none, ...sounding };
  const replaced = { speech, transcription, activity: createFakeActivity(), ...fakes, ...options.engines };
  const turnTranscriber = createTurnTranscriber(replaced.transcription, replaced.transcription.capabilities);
  const engines = { media, ...replaced, turnTranscriber };
  const { deadline, tracing = noTracing } = options;
  const resources: Resources = {
    config,
    secrets,
    log: testLog,
    clock,
    database,
    storage,
    tracing,
    deadline,
    ...engines,
  };
  const service = await createService(resources);
  return {
    ...resources,
    app: service.app,
    dispatcher: service.dispatcher,
    accountData: service.accountData,
    accountOpened: service.accountOpened,
    mailer: service.mailer,
    clock,
    speech,
    transcription,
    music,
    video,
    lips,
    effects,
    voiceMaker,
    db: database.db,
    async close() {
      await service.close();
      await Promise.all([speech, ...Object.values(sounding)].map((engine) => engine.close()));
      await database.close();
      if (!options.kept) await rm(dataDir, { recursive: true });
    },
  };
}

/** A test may close the database before the service does. */
function closableTwice(database: Database): Database {
  let closed: Promise<void> | undefined;
  return {
    ...database,
    close() {
      closed ??= database.close();
      return closed;
    },
  };
}

/** Resets the rate limits of all callers, as if a minute had passed. */
export async function forgetRateLimits(db: Db): Promise<void> {
  await sql`DELETE FROM rate_windows`.execute(db);
}
