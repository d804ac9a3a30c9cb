import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { MEGABYTE } from '../megabyte.ts';
import { type BackupConfig, readBackup } from './backup.ts';
import { type DataKey, readDataKeys } from './data-keys.ts';
import { type InvoicingConfig, readInvoicing } from './invoicing.ts';
import { type MailConfig, readMail } from './mail.ts';
import { readMcpOrigins, readOutboundAllow, readTrustProxy, type TrustProxy } from './network.ts';
import { type OtlpConfig, readOtlp } from './otlp.ts';
import { type PaymentsConfig, readPayments } from './payments.ts';
import { type ProvenanceConfig, readProvenance } from './provenance.ts';
import { EnvironmentReader, type Problem } from './reader.ts';

export { type DataKey, type DataKeys, SESSION_KEY_ID } from './data-keys.ts';
export type { InvoicingConfig } from './invoicing.ts';
export type { OtlpConfig } from './otlp.ts';
export type { PaymentsConfig } from './payments.ts';
export type { ProvenanceConfig } from './provenance.ts';
export type { Problem } from './reader.ts';
export { findSecrets, loadSecrets, SECRET_FILES, type Secrets } from './secrets.ts';

type S3Config = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
};

/** A server with OpenAI's `/chat/completions`. The key is optional because local servers need none. */
type LanguageModelConfig = {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  maxOutputTokens: number;
};

export type Config = {
  mode: 'development' | 'test' | 'production';
  production: boolean;
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  modelsDir: string;
  databaseUrl: string | undefined;
  s3: S3Config | undefined;
  sessionSecret: string | undefined;
  workerSecret: string | undefined;
  /** The first one seals, the others only open. Empty: DATA_KEYS is not set. */
  dataKeys: DataKey[];
  metricsToken: string | undefined;
  adminEmails: string[];
  mail: MailConfig;
  backup: BackupConfig;
  payments: PaymentsConfig;
  invoicing: InvoicingConfig;
  /** `host:port` pairs that outbound requests may reach even though they are private. */
  outboundAllow: string[];
  /** Origins of pages that may call /mcp, beside the service's own. */
  mcpOrigins: string[];
  ffmpegPath: string | undefined;
  speechProcesses: number | undefined;
  /** The search for an instant clone takes this many rounds. */
  cloneRounds: number;
  /** Whether this node adapts our decoder to custom voices when it has time. */
  adaptsVoices: boolean;
  /** Jobs that this node runs at once. 0 leaves all jobs to remote workers. */
  jobConcurrency: number;
  languageModel: LanguageModelConfig | undefined;
  /** Models of the same server that agents may ask for, beside its own. */
  agentModels: string[];
  /** What holds for speech and films whose request says nothing of it. */
  speechDisclosure: (typeof SPEECH_DISCLOSURES)[number];
  filmDisclosure: (typeof FILM_DISCLOSURES)[number];
  /** Whether agents may be told not to say that they are machines. */
  isAgentDisclosureOptional: boolean;
  /** Size of the speech cache. 0 turns it off. */
  cacheMaxBytes: number;
  /** A cloned voice can be used only after spoken consent. */
  requireSpokenConsent: boolean;
  /** False only where the operator takes the responsibility for sound without a mark. */
  watermark: boolean;
  /** A face that was uploaded speaks in films only with consent. */
  requireFaceConsent: boolean;
  /** Anybody may ask whether a file was made by a machine. */
  publicCheck: boolean;
  /** The audit log keeps addresses, names and other personal details this long. */
  auditDetailsDays: number;
  /** Sales that are younger cannot be paid out: their payment may still be disputed. */
  earningsHoldDays: number;
  /** Clones that sound like a voice that was taken down are refused this long; its print is erased then. */
  takedownPrintDays: number;
  provenance: ProvenanceConfig;
  trustProxy: TrustProxy;
  /** How long a server that was asked to stop still takes calls. */
  drainSeconds: number;
  /** Undefined: nothing is traced. */
  otlp: OtlpConfig | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

export class ConfigurationError extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    const lines = problems.map(({ name, problem, remedy }) => `  ${name}: ${problem}; ${remedy}.`);
    super(`The configuration is not valid:\n${lines.join('\n')}`);
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

const SECRET_LENGTH = 32;
const SPEECH_DISCLOSURES = ['none', 'audible'] as const;
const FILM_DISCLOSURES = ['none', 'audible', 'visible'] as const;
const MAX_PORT = 65_535;
const MAX_CACHE_MB = 100_000_000;

export type Reading = {
  /** What is not valid has its default. */
  config: Config;
  problems: Problem[];
  /** Of all settings. */
  names: ReadonlySet<string>;
};

export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const { config, problems } = readConfig(env);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return config;
}

/** For whoever has something to say about a configuration that is not valid. */
export function readConfig(env: NodeJS.ProcessEnv): Reading {
  const read = new EnvironmentReader(env);
  const mode = read.oneOf('NODE_ENV', ['development', 'test', 'production'], 'development');
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.integer('PORT', 8080, { min: 1, max: MAX_PORT });
  const dataDir = resolve(read.text('DATA_DIR') ?? './data');
  const config: Config = {
    mode,
    production: mode === 'production',
    host,
    port,
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${urlHost(host)}:${port}`,
    dataDir,
    modelsDir: resolve(read.text('MODELS_DIR') ?? `${dataDir}/models`),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    s3: readS3(read),
    sessionSecret: read.secret('SESSION_SECRET', SECRET_LENGTH),
    workerSecret: read.secret('WORKER_SECRET', SECRET_LENGTH),
    dataKeys: readDataKeys(read),
    metricsToken: read.secret('METRICS_TOKEN', 16),
    adminEmails: read.list('ADMIN_EMAILS').map((email) => email.toLowerCase()),
    mail: readMail(read),
    backup: readBackup(read),
    payments: readPayments(read, mode === 'production'),
    invoicing: readInvoicing(read),
    outboundAllow: readOutboundAllow(read),
    mcpOrigins: readMcpOrigins(read),
    ffmpegPath: read.text('FFMPEG_PATH'),
    speechProcesses: readSpeechProcesses(read),
    cloneRounds: read.integer('CLONE_ROUNDS', 5, { min: 1, max: 20 }),
    adaptsVoices: read.oneOf('VOICE_ADAPTATION', ['on', 'off'], 'on') === 'on',
    jobConcurrency: read.integer('JOB_CONCURRENCY', 1, { min: 0, max: 64 }),
    languageModel: readLanguageModel(read),
    agentModels: read.list('LLM_AGENT_MODELS'),
    speechDisclosure: read.oneOf('SPEECH_DISCLOSURE', SPEECH_DISCLOSURES, 'none'),
    filmDisclosure: read.oneOf('FILM_DISCLOSURE', FILM_DISCLOSURES, 'none'),
    isAgentDisclosureOptional:
      read.oneOf(
        'AGENT_DISCLOSURE',
        ['required', 'optional'],
        mode === 'production' ? 'required' : 'optional',
      ) === 'optional',
    cacheMaxBytes: read.integer('CACHE_MAX_MB', 1_024, { min: 0, max: MAX_CACHE_MB }) * MEGABYTE,
    requireSpokenConsent: read.oneOf('REQUIRE_SPOKEN_CONSENT', ['true', 'false'], 'false') === 'true',
    watermark: read.oneOf('WATERMARK', ['on', 'off'], 'on') === 'on',
    requireFaceConsent: read.oneOf('REQUIRE_FACE_CONSENT', ['true', 'false'], 'false') === 'true',
    publicCheck: read.oneOf('PROVENANCE_CHECK', ['key', 'public'], 'key') === 'public',
    earningsHoldDays: read.integer('EARNINGS_HOLD_DAYS', 30, { min: 0, max: 365 }),
    auditDetailsDays: read.integer('AUDIT_DETAILS_DAYS', 365, { min: 90, max: 36_500 }),
    takedownPrintDays: read.integer('TAKEDOWN_PRINT_DAYS', 730, { min: 30, max: 36_500 }),
    provenance: readProvenance(read),
    trustProxy: readTrustProxy(read),
    drainSeconds: read.integer('DRAIN_SECONDS', 0, { min: 0, max: 600 }),
    otlp: readOtlp(read),
    logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  };
  if (config.production) requireProductionSettings(read, config);
  return { config, problems: read.problems, names: read.names };
}

/** A wildcard address can be listened on but not visited. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function readS3(read: EnvironmentReader): S3Config | undefined {
  const bucket = read.text('S3_BUCKET');
  const endpoint = read.url('S3_ENDPOINT', ['http:', 'https:']);
  const accessKeyId = read.text('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read.text('AWS_SECRET_ACCESS_KEY');
  const region = read.text('S3_REGION');
  const usualRegion = read.text('AWS_REGION');
  const sessionToken = read.text('AWS_SESSION_TOKEN');
  if (!bucket) {
    if (endpoint) read.report('S3_BUCKET', 'is required when S3_ENDPOINT is set', 'set the bucket name');
    return undefined;
  }
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    const missing = accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID';
    read.report(missing, 'is missing while the other half of the key is set', 'set both or neither');
  }
  return {
    bucket,
    endpoint,
    region: region ?? usualRegion ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    sessionToken,
  };
}

function readSpeechProcesses(read: EnvironmentReader): number | undefined {
  if (read.text('SPEECH_PROCESSES') === undefined) return undefined;
  return read.integer('SPEECH_PROCESSES', 1, { min: 1, max: Math.max(64, availableParallelism()) });
}

function readLanguageModel(read: EnvironmentReader): LanguageModelConfig | undefined {
  const baseUrl = read.url('LLM_BASE_URL', ['http:', 'https:']);
  const model = read.text('LLM_MODEL');
  const apiKey = read.text('LLM_API_KEY');
  const maxOutputTokens = read.integer('LLM_MAX_OUTPUT_TOKENS', 2_048, { min: 16, max: 32_768 });
  if (baseUrl && model) return { baseUrl, apiKey, model, maxOutputTokens };
  if (baseUrl) read.report('LLM_MODEL', 'is required when LLM_BASE_URL is set', 'set the name of the model');
  return undefined;
}

function requireProductionSettings(read: EnvironmentReader, config: Config): void {
  const remedy = 'production needs a fixed one, e.g. from `openssl rand -hex 32`';
  for (const name of ['SESSION_SECRET', 'WORKER_SECRET', 'METRICS_TOKEN']) {
    if (read.text(name) === undefined) read.report(name, 'is not set', remedy);
  }
  if (!config.publicUrl.startsWith('https://')) {
    read.report('PUBLIC_URL', 'is not an https URL', 'set the URL that customers use, with https://');
  }
  if (config.outboundAllow.length > 0) {
    read.report('OUTBOUND_ALLOW', 'would let requests reach private hosts', 'unset it in production');
  }
}
