import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createLog } from '../log.ts';
import { logOutput } from './child-output.ts';

async function linesOf(chunks: (string | Buffer)[]): Promise<string[]> {
  const destination = new PassThrough();
  const output = new PassThrough();
  logOutput(output, createLog({ level: 'info', destination }), 'stderr');
  for (const chunk of chunks) output.write(chunk);
  output.end();
  await new Promise((resolve) => output.on('close', resolve));
  const records = (destination.read() ?? '').toString().trim().split('\n').filter(Boolean);
  return records.map((record: string) => JSON.parse(record).line);
}

test('lines arrive complete, however they were split, and the last needs no newline', async () => {
  assert.deepEqual(await linesOf(['one\ntw', 'o\n\n', 'three']), ['one', 'two', 'three']);
});

test('a split character arrives complete', async () => {
  const bytes = Buffer.from('für\n');
  assert.deepEqual(await linesOf([bytes.subarray(0, 2), bytes.subarray(2)]), ['für']);
});

test('an endless line is truncated', async () => {
  const [line, ...others] = await linesOf(Array.from({ length: 50 }, () => 'x'.repeat(1_000)));
  assert.equal(line?.length, 2_000);
  assert.deepEqual(others, []);
});

test('a child that prints too much is cut off', async () => {
  assert.equal((await linesOf(['again\n'.repeat(10_000)])).length, 200);
});
