import { type Attributes, encodeAttributes, nanoseconds } from './attributes.ts';
import { SCOPE } from './resource.ts';

type Line = { level: number; time: string; msg?: string; trace_id?: string; err?: LoggedError };
type LoggedError = { type?: string; message?: string; stack?: string };

/** Of the levels of pino: https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
const SEVERITIES: Record<number, [severity: number, text: string]> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
};

export function encodeLog(lines: readonly string[], resource: object): string {
  const scopeLogs = [{ scope: SCOPE, logRecords: lines.map(encodeLine) }];
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] });
}

function encodeLine(line: string): object {
  const { level, time, msg = '', trace_id: traceId, err, ...facts } = JSON.parse(line) as Line;
  const [severityNumber, severityText] = SEVERITIES[level] ?? [0, String(level)];
  return {
    timeUnixNano: nanoseconds(Date.parse(time)),
    severityNumber,
    severityText,
    body: { stringValue: msg },
    attributes: encodeAttributes({ ...flat(facts), ...(err && aboutError(err)) }),
    ...(traceId && { traceId }),
  };
}

/** What is not a plain value is told as JSON. */
function flat(facts: object): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(facts) as [string, unknown][])
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      attributes[name] = value;
    else if (value !== null) attributes[name] = JSON.stringify(value);
  return attributes;
}

/** https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ */
function aboutError({ type, message, stack, ...facts }: LoggedError): Attributes {
  return flat({
    'exception.type': type ?? 'Error',
    'exception.message': message ?? '',
    'exception.stacktrace': stack ?? '',
    ...(Object.keys(facts).length > 0 && { 'exception.facts': facts }),
  });
}
