import type { ReceivedSpan } from '../../src/platform/otlp/testing/otlp-receiver.ts';

const ROW = 18;
const NAMES = 440;
const BARS = 640;
const TOP = 30;
const COLOURS: Record<string, string> = { server: '#2f6f9f', worker: '#b5651d' };

type Row = { span: ReceivedSpan; depth: number };

/** A row for each span, below its parent: its name, and from when to when it lasted. */
export function drawTrace(title: string, spans: readonly ReceivedSpan[]): string {
  const rows = rowsBelow(undefined, spans, 0);
  const from = Math.min(...spans.map((span) => ms(span.startTimeUnixNano)));
  const until = Math.max(...spans.map((span) => ms(span.endTimeUnixNano)));
  const height = TOP + rows.length * ROW + 10;
  const scale = BARS / (until - from);
  const drawn = rows.map(({ span, depth }, row) => {
    const start = ms(span.startTimeUnixNano) - from;
    const lasted = ms(span.endTimeUnixNano) - from - start;
    const y = TOP + row * ROW;
    const colour = COLOURS[String(span.role)] ?? '#666';
    const x = NAMES + start * scale;
    return `<text x="${8 + depth * 14}" y="${y + 12}">${span.name}</text>
<rect x="${x.toFixed(1)}" y="${y + 2}" width="${Math.max(1, lasted * scale).toFixed(1)}" height="${ROW - 5}" fill="${colour}"/>
<text x="${NAMES + BARS + 8}" y="${y + 12}">${Math.round(start)} + ${Math.round(lasted)} ms</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${NAMES + BARS + 130}" height="${height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="18" fill="${COLOURS.server}">server</text><text x="60" y="18" fill="${COLOURS.worker}">worker</text>
${drawn.join('\n')}
</svg>
`;
}

function rowsBelow(parent: ReceivedSpan | undefined, spans: readonly ReceivedSpan[], depth: number): Row[] {
  const isKnown = (id: string | undefined) => spans.some(({ spanId }) => spanId === id);
  return spans
    .filter(({ parentSpanId }) => (parent ? parentSpanId === parent.spanId : !isKnown(parentSpanId)))
    .toSorted((one, other) => ms(one.startTimeUnixNano) - ms(other.startTimeUnixNano))
    .flatMap((span) => [{ span, depth }, ...rowsBelow(span, spans, depth + 1)]);
}

function ms(nanoseconds: string): number {
  return Number(BigInt(nanoseconds) / 1_000n) / 1_000;
}
