import { silentLog } from '../../log.ts';
import { type OtlpReceiver, otlpTo } from '../../otlp/testing/otlp-receiver.ts';
import { openTracing } from '../index.ts';

/** A process that traces everything that no caller has decided upon. Closing it sends what waits. */
export function traceInto(
  { endpoint }: Pick<OtlpReceiver, 'endpoint'>,
  role: 'server' | 'worker' = 'server',
  timing = {},
) {
  return openTracing(otlpTo(endpoint), { log: silentLog, role, version: '0' }, timing);
}
