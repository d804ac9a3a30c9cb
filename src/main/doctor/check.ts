import type { Clock } from '../../platform/clock.ts';
import type { Config, Problem } from '../../platform/config/index.ts';
import type { Db } from '../../platform/database/index.ts';

export type Level = 'good' | 'warning' | 'fault';

/** What was seen, in a sentence, and what to do about it: a command or a setting. */
export type Finding = { level: Level; seen: string; remedy: string | null };

/** What the checks look at. They change nothing of it. */
export type Installation = {
  env: NodeJS.ProcessEnv;
  /** What is not valid has its default. */
  config: Config;
  problems: readonly Problem[];
  /** Of all settings that there are. */
  settingNames: ReadonlySet<string>;
  clock: Clock;
  /** A folder or `s3://bucket/folder`, where the operator told us. */
  backups: string | null;
  /** The server in DATABASE_URL, opened once for all checks. Null if the database is the embedded one. */
  server: (() => Promise<Db>) | null;
};

export type Check = {
  /** Stable: scripts go by it. */
  id: string;
  /** Settings that it cannot do without. If one is not valid, it does not run. */
  settings?: readonly string[];
  /** Default: ten seconds. */
  limitMs?: number;
  /** An empty list: there is nothing to check in this installation. */
  run(installation: Installation): Promise<readonly Finding[]>;
};

export const good = (seen: string): Finding => ({ level: 'good', seen, remedy: null });
export const warning = (seen: string, remedy: string): Finding => ({ level: 'warning', seen, remedy });
export const fault = (seen: string, remedy: string): Finding => ({ level: 'fault', seen, remedy });

/** The findings, or a good one if there are none. */
export function orGood(findings: Finding[], seen: string): Finding[] {
  return findings.length > 0 ? findings : [good(seen)];
}

/** The innermost message, which says most. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name;
}

/** The innermost code, such as ECONNREFUSED or 28P01. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  const innermost = codeOf(inner);
  return innermost || ('code' in error ? String(error.code) : '');
}
