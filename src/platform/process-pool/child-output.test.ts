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

test('lines arrive whole, however they were cut, and the last needs no end', async () => {
  assert.deepEqual(await linesOf(['one\ntw', 'o\n\n', 'three']), ['one', 'two', 'three']);
});

test('a character cut in two arrives whole', async () => {
  const bytes = Buffer.from('für\n');
  assert.deepEqual(await linesOf([bytes.subarray(0, 2), bytes.subarray(2)]), ['für']);
});

test('a line without an end keeps its beginning only', async () => {
  const [line, ...others] = await linesOf(Array.from({ length: 50 }, () => 'x'.repeat(1_000)));
  assert.equal(line?.length, 2_000);
  assert.deepEqual(others, []);
});

test('a child that babbles is cut off', async () => {
  assert.equal((await linesOf(['again\n'.repeat(10_000)])).length, 200);
});
