import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, END, withoutRepeats } from './decode.ts';

/** A model that wants to write the tokens in this order, and each other token less than those. */
function writer(wanted: (step: number) => number) {
  let step = 0;
  return async () => {
    const logits = new Float32Array(16);
    logits[wanted(step)] = 9;
    // What it would write if it might not end.
    logits[7] = 5;
    step += 1;
    return logits;
  };
}

test('an end after the first words of a long speech is not believed', async () => {
  const next = writer((step) => (step === 2 ? END : step < 6 ? 5 : END));
  assert.deepEqual((await decode(next, { seconds: 6, speechSeconds: 5 })).tokens, [5, 5, 7, 5, 5, 5]);
});

test('an end at once is believed, and so is one after little speech', async () => {
  assert.deepEqual(
    (
      await decode(
        writer(() => END),
        { seconds: 6, speechSeconds: 5 },
      )
    ).tokens,
    [],
  );
  const brief = await decode(
    writer((step) => (step < 2 ? 5 : END)),
    { seconds: 6, speechSeconds: 1.5 },
  );
  assert.deepEqual(brief.tokens, [5, 5]);
  assert.equal(brief.hasEnded, true);
});

test('a loop is said to have no end, and its repeats can be removed', async () => {
  const decoded = await decode(
    writer((step) => (step === 0 ? 5 : 6)),
    { seconds: 6, speechSeconds: 5 },
  );
  assert.equal(decoded.hasEnded, false);
  assert.ok(decoded.tokens.length > 30);
  assert.deepEqual(withoutRepeats(decoded).tokens, [5, 6, 6]);
});
