import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
/** Everything that `serve.ts` imports, without starting. */
const IMPORTED = ['src/main/open-resources.ts', 'src/main/service.ts'];
const PROGRAM = `
  for (const file of ${JSON.stringify(IMPORTED)}) await import(new URL(file, 'file://' + process.cwd() + '/'));
  process.stdout.write(JSON.stringify(process.report.getReport().sharedObjects));`;

/** The package that a library comes from, without the name of the platform. */
const packageOf = (library: string): string | undefined =>
  /node_modules\/((?:@[^/]+\/)?[^/]+?)(?:-(?:linux|darwin|win32)[^/]*)?\//.exec(library)?.[1];

/**
 * A network that runs in the API's process would stall its event loop and could take it down, so that not even its library
 * is there to be called.
 */
test('the API loads no native library but those of passwords and of Opus', async () => {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const libraries: string[] = JSON.parse(stdout);
  const packages = new Set(libraries.flatMap((library) => packageOf(library) ?? []));
  assert.deepEqual([...packages].sort(), ['@evan/opus', '@node-rs/argon2']);
});
