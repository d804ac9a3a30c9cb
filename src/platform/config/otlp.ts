import type { EnvironmentReader } from './reader.ts';

/** Where traces, metrics and the log go, under the names that OpenTelemetry gives its settings. */
export type OtlpConfig = {
  /** `/v1/traces`, `/v1/metrics` and `/v1/logs` are below it. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  traces: boolean;
  metrics: boolean;
  logs: boolean;
  /** The share of the calls that are traced, of those that no caller has decided upon. */
  ratio: number;
};

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';
const RATIO = 'OTEL_TRACES_SAMPLER_ARG';
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]+$/;

export function readOtlp(read: EnvironmentReader): OtlpConfig | undefined {
  const endpoint = read.url(ENDPOINT, ['http:', 'https:']);
  const config = {
    headers: readHeaders(read),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'vox-humana',
    traces: isWanted(read, 'OTEL_TRACES_EXPORTER'),
    metrics: isWanted(read, 'OTEL_METRICS_EXPORTER'),
    logs: isWanted(read, 'OTEL_LOGS_EXPORTER'),
    ratio: readRatio(read),
  };
  if (!endpoint) return undefined;
  const url = new URL(endpoint);
  if (url.username || url.password)
    read.report(ENDPOINT, 'holds a name or a password', `put them into ${HEADERS}`);
  return { ...config, endpoint: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

function isWanted(read: EnvironmentReader, name: string): boolean {
  const exporter = read.text(name) ?? 'otlp';
  if (exporter !== 'otlp' && exporter !== 'none')
    read.report(name, `"${exporter}" is not offered`, 'set otlp or none');
  return exporter === 'otlp';
}

/** `name=value,name=value`, with the values percent-encoded. They are keys, so no problem repeats one. */
function readHeaders(read: EnvironmentReader): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const item of read.list(HEADERS)) {
    const at = item.indexOf('=');
    const name = item.slice(0, Math.max(at, 0)).trim();
    const value = decoded(item.slice(at + 1).trim());
    if (HEADER_NAME.test(name) && value !== null && HEADER_VALUE.test(value)) headers[name] = value;
    else read.report(HEADERS, 'is not valid', 'set name=value,name=value, with values percent-encoded');
  }
  return headers;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}

function readRatio(read: EnvironmentReader): number {
  const raw = read.text(RATIO);
  if (raw === undefined) return 1;
  const ratio = Number(raw);
  if (ratio >= 0 && ratio <= 1) return ratio;
  read.report(RATIO, `"${raw}" is not valid`, 'set the share of calls to trace, from 0 to 1');
  return 1;
}
