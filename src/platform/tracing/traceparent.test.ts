import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceparent } from './traceparent.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test('a trace context is read, with the decision of the caller', () => {
  const parent = { traceId: TRACE, spanId: SPAN };
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), { ...parent, isSampled: true });
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-02`), { ...parent, isSampled: false });
  assert.deepEqual(parseTraceparent(`cc-${TRACE}-${SPAN}-03-more`), { ...parent, isSampled: true });
});

test('whatever else comes is no trace context', () => {
  const wrong = [
    undefined,
    ['00', '01'],
    '',
    'null',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}\n-01`,
    `01-${TRACE}-${SPAN}-01-${'x'.repeat(100_000)}`,
  ];
  for (const header of wrong) assert.equal(parseTraceparent(header), null, String(header).slice(0, 80));
});
