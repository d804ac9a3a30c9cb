import type { OtlpConfig } from '../config/index.ts';
import { copyLines, type Log } from '../log.ts';
import { openCollector } from './collector.ts';
import { encodeLog } from './encode-log.ts';
import { createExporter, type ExporterTiming } from './exporter.ts';
import { encodeResource, type Role } from './resource.ts';

/** Sends what the log says to the collector, too. Secrets are taken out of a line before. Returns how to end it. */
export function exportLog(
  config: OtlpConfig,
  log: Log,
  role: Role,
  timing: ExporterTiming = {},
): () => Promise<void> {
  const resource = encodeResource(config, role);
  const exporter = createExporter<string>({
    collector: openCollector({ ...config, kind: 'logs', log }),
    encode: (lines) => encodeLog(lines, resource),
    ...timing,
  });
  const stopCopying = copyLines(log, exporter.add);
  return async () => {
    stopCopying();
    await exporter.close();
  };
}
