import type { Config } from '../platform/config/index.ts';
import type { Log } from '../platform/log.ts';
import type { Role } from '../platform/otlp/index.ts';
import { openTracing, type Tracing } from '../platform/tracing/index.ts';
import { versionOfPackage } from './version-of-package.ts';

export type Telemetry = { tracing: Tracing; close(): Promise<void> };

export function roleOf(role: Role['role']): Role {
  return { role, version: versionOfPackage() };
}

/** Traces and the log go to the collector, if there is one. Nothing is loaded otherwise. The metrics are the server's own. */
export async function openTelemetry({ otlp }: Config, log: Log, role: Role): Promise<Telemetry> {
  const stopLog = otlp?.logs ? (await import('../platform/otlp/index.ts')).exportLog(otlp, log, role) : null;
  const tracing = await openTracing(otlp, { log, ...role });
  return {
    tracing,
    async close() {
      await tracing.close();
      await stopLog?.();
    },
  };
}
