import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Check,
  columnsOf,
  foundRanges,
  likely,
  type MarkWindow,
  mayDecode,
  nameIn,
  probabilityAt,
  verdictOf,
} from './check.ts';

const windowsOf = (...probabilities: number[]): MarkWindow[] =>
  probabilities.map((probability, start) => ({ start, end: start + 5, probability }));

function checkOf({
  found = false,
  share = 0,
  installation = null,
  state = 'absent',
  type = null,
}: {
  found?: boolean;
  share?: number;
  installation?: Check['watermark']['installation'];
  state?: Check['manifest']['state'];
  type?: string | null;
}): Pick<Check, 'watermark' | 'manifest'> {
  const actions = [{ action: 'c2pa.created', digital_source_type: type, when: null }];
  const nothing = { trusted: false, issuer: null, signed_at: null, id: null, title: null, generator: null };
  return {
    watermark: { found, installation, share, confidence: 0, windows: [] },
    manifest: { ...nothing, state, actions, ingredients: [], problems: [] },
  };
}

test('the verdict is the strongest that the findings allow, and a broken manifest declares nothing', () => {
  const iptc = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
  const trained = `${iptc}trainedAlgorithmicMedia`;
  assert.equal(verdictOf(checkOf({})), 'nothing');
  assert.equal(verdictOf(checkOf({ state: 'valid', type: `${iptc}digitalCapture` })), 'signed');
  assert.equal(verdictOf(checkOf({ state: 'valid' })), 'signed');
  assert.equal(verdictOf(checkOf({ state: 'valid', type: trained })), 'declared');
  const composite = `${iptc}compositeWithTrainedAlgorithmicMedia`;
  assert.equal(verdictOf(checkOf({ state: 'valid', type: composite })), 'declared');
  assert.equal(verdictOf(checkOf({ state: 'invalid', type: trained })), 'broken');
  assert.equal(verdictOf(checkOf({ state: 'invalid', found: true })), 'marked');
  assert.equal(verdictOf(checkOf({ found: true, share: 0.97, installation: 'this' })), 'ours');
  assert.equal(verdictOf(checkOf({ found: true, share: 0.4, installation: 'this' })), 'partly');
  assert.equal(verdictOf(checkOf({ state: 'valid', installation: 'this' })), 'ours');
});

test('windows that overlap are one range, and a gap of five seconds parts them', () => {
  const ranges = foundRanges(windowsOf(0.9, 0.2, 0.7, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5));
  assert.deepEqual(ranges, [
    { start: 0, end: 7, most: 0.9 },
    { start: 8, end: 13, most: 0.5 },
  ]);
  assert.deepEqual(foundRanges(windowsOf(0.4)), []);
});

test('no finding is lost where many windows share a column, and none is made up where columns share a window', () => {
  const hour = windowsOf(...Array.from({ length: 3_596 }, (_, i) => (i === 1_800 ? 0.99 : 0)));
  const columns = columnsOf(hour, 3_600, 200);
  assert.equal(columns.filter((probability) => probability > 0).length, 1);
  assert.equal(columns[100], 0.99);
  assert.deepEqual(columnsOf(windowsOf(0.8), 5, 4), [0.8, 0.8, 0.8, 0.8]);
  assert.deepEqual(columnsOf(windowsOf(0.1, 0.9), 6, 6), [0.1, 0.1, 0.1, 0.9, 0.9, 0.9]);
});

test('a time has the probability of the window around it', () => {
  const windows = windowsOf(0.1, 0.2, 0.3);
  assert.deepEqual(
    [0, 2.4, 3.6, 4.6, 7].map((seconds) => probabilityAt(windows, seconds)),
    [0.1, 0.1, 0.2, 0.3, 0.3],
  );
  assert.equal(probabilityAt([], 3), 0);
});

test('no evidence is shown as certain', () => {
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  assert.deepEqual(
    [1, 0.995, 0.99, 0.5, 0].map((probability) => likely(probability, percent)),
    ['>\u00a099%', '>\u00a099%', '99%', '50%', '<\u00a01%'],
  );
});

test('a manifest cannot name a thing by a word that every object knows', () => {
  for (const id of ['constructor', '__proto__', 'toString'])
    assert.equal(nameIn({ created: 'made' }, id), id);
  assert.equal(nameIn({ created: 'made' }, 'created'), 'made');
});

test('a small file of hours is not decoded in the tab', () => {
  assert.ok(mayDecode(30 * 1024 ** 2, 600));
  assert.ok(!mayDecode(1_000_000, 4 * 3_600));
  assert.ok(!mayDecode(40 * 1024 ** 2, 60));
});
