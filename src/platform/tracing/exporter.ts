import type { Log } from '../log.ts';
import { boundedText, operatorFetch } from '../operator-fetch.ts';
import { encodeSpans } from './otlp.ts';
import type { Attributes, Span } from './span.ts';

export type ExporterOptions = {
  /** Takes the spans by POST, as OTLP in JSON. */
  url: string;
  headers: Readonly<Record<string, string>>;
  resource: Attributes;
  log: Log;
  everyMs?: number;
  timeoutMs?: number;
  closeMs?: number;
};

export type Exporter = {
  /** Never throws and never waits. */
  add(span: Span): void;
  /** Sends what waits, unless that takes too long. */
  close(): Promise<void>;
};

const EVERY_MS = 2_000;
const TIMEOUT_MS = 10_000;
const CLOSE_MS = 3_000;
/** About 8 MB. */
const MAX_WAITING = 8_192;
/** About 250 kB, and two milliseconds of the event loop. */
const MAX_BATCH = 512;
const MAX_ANSWER_BYTES = 64_000;
const SHOWN_CHARACTERS = 200;
/** The collector says that it may take the same spans later. */
const COME_BACK = new Set([429, 502, 503, 504]);
const TELL_AGAIN_MS = 60_000;

type Outcome = 'taken' | 'refused' | 'away';

/**
 * Sends spans in the background. Nothing that is traced ever waits for it: while the collector is away, spans wait until there
 * is no more room, and then newer ones are dropped.
 */
export function createExporter(options: ExporterOptions): Exporter {
  const { everyMs = EVERY_MS, timeoutMs = TIMEOUT_MS, closeMs = CLOSE_MS, log } = options;
  const waiting: Span[] = [];
  const stopping = new AbortController();
  let dropped = 0;
  let toldDroppedMs = Number.NEGATIVE_INFINITY;
  let isWell = true;
  let sending: Promise<void> | undefined;
  const timer = setInterval(() => void send(), everyMs).unref();

  function send(): Promise<void> {
    sending ??= sendWaiting().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      const outcome = await post(batch);
      if (outcome === 'away') return;
      waiting.splice(0, batch.length);
      if (outcome === 'refused') dropped += batch.length;
      else tellTaken();
    }
  }

  async function post(batch: readonly Span[]): Promise<Outcome> {
    try {
      const { url, headers, resource } = options;
      const response = await operatorFetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: encodeSpans(batch, resource),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      });
      // The status has said everything. An answer that is too long, or breaks off, is only not shown.
      const answer = await boundedText(response.body, MAX_ANSWER_BYTES).catch(() => '');
      if (response.ok) return 'taken';
      tellFailed({ status: response.status, answer: answer.slice(0, SHOWN_CHARACTERS) });
      return COME_BACK.has(response.status) ? 'away' : 'refused';
    } catch (err) {
      tellFailed({ err });
      return 'away';
    }
  }

  /** Once, until the collector takes spans again. */
  function tellFailed(facts: object): void {
    if (isWell) log.warn(facts, 'the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take spans');
    isWell = false;
  }

  function tellTaken(): void {
    if (!isWell) log.info({ dropped }, 'the collector of OTEL_EXPORTER_OTLP_ENDPOINT takes spans again');
    else if (dropped > 0) {
      if (performance.now() - toldDroppedMs < TELL_AGAIN_MS) return;
      toldDroppedMs = performance.now();
      log.warn(
        { dropped },
        'more spans than can be sent: a smaller OTEL_TRACES_SAMPLER_ARG keeps traces whole',
      );
    }
    isWell = true;
    dropped = 0;
  }

  return {
    add(span) {
      if (waiting.length < MAX_WAITING) waiting.push(span);
      else dropped += 1;
    },
    async close() {
      clearInterval(timer);
      const giveUp = setTimeout(() => stopping.abort(), closeMs);
      await send();
      clearTimeout(giveUp);
    },
  };
}
