import type { OtlpConfig } from '../config/index.ts';
import type { Log } from '../log.ts';
import { boundedText, operatorFetch } from '../operator-fetch.ts';

type OtlpSignal = 'traces' | 'metrics' | 'logs';

/** `away`: the same may be taken later. */
type Outcome = 'taken' | 'refused' | 'away';

export type Collector = {
  /** Never throws. */
  post(body: string, signal: AbortSignal): Promise<Outcome>;
  /** How many were lost since something was taken. Told with the line that says that the collector is back. */
  lose(count: number): void;
};

type CollectorOptions = Pick<OtlpConfig, 'endpoint' | 'headers'> & {
  kind: OtlpSignal;
  log: Log;
  timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64_000;
const SHOWN_CHARACTERS = 200;
/** The collector says that it may take the same later. */
const COME_BACK = new Set([429, 502, 503, 504]);
const TELL_AGAIN_MS = 60_000;

/** Where one kind of telemetry goes, as OTLP in JSON. The log tells once that it takes none, and once that it does again. */
export function openCollector(options: CollectorOptions): Collector {
  const { endpoint, headers, kind, log, timeoutMs = TIMEOUT_MS } = options;
  let isWell = true;
  let lost = 0;
  let toldLostMs = Number.NEGATIVE_INFINITY;

  function tellFailed(facts: object): void {
    if (isWell) log.warn(facts, `the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take ${kind}`);
    isWell = false;
  }

  function tellTaken(): void {
    if (!isWell) log.info({ lost }, `the collector of OTEL_EXPORTER_OTLP_ENDPOINT takes ${kind} again`);
    else if (lost > 0) {
      if (performance.now() - toldLostMs < TELL_AGAIN_MS) return;
      toldLostMs = performance.now();
      log.warn({ lost }, `more ${kind} than can be sent${ADVICE[kind]}`);
    }
    isWell = true;
    lost = 0;
  }

  return {
    async post(body, signal) {
      try {
        const response = await operatorFetch(`${endpoint}/v1/${kind}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        // The status has said everything. An answer that is too long, or breaks off, is only not shown.
        const answer = await boundedText(response.body, MAX_ANSWER_BYTES).catch(() => '');
        if (response.ok) tellTaken();
        else tellFailed({ status: response.status, answer: answer.slice(0, SHOWN_CHARACTERS) });
        if (response.ok) return 'taken';
        return COME_BACK.has(response.status) ? 'away' : 'refused';
      } catch (err) {
        tellFailed({ err });
        return 'away';
      }
    },
    lose(count) {
      lost += count;
    },
  };
}

const ADVICE: Record<OtlpSignal, string> = {
  traces: ': a smaller OTEL_TRACES_SAMPLER_ARG keeps traces whole',
  logs: ': a higher LOG_LEVEL makes fewer',
  metrics: '',
};
