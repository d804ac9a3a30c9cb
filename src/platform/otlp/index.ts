export { type Attributes, encodeAttributes, nanoseconds } from './attributes.ts';
export { openCollector } from './collector.ts';
export { exportLog } from './export-log.ts';
export { createExporter, type ExporterTiming } from './exporter.ts';
export { encodeResource, type Role, SCOPE } from './resource.ts';
