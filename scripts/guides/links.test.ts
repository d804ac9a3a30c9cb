import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const PAGES = ['*.md', '{docs,src,assets,training}/**/*.md', 'packages/*/README.md'];
/** Matches links to another file of the repository: no address, and more than a place on the same page. */
const LINK = /\]\((?![a-z]+:|[/#])([^)#\s]+)/g;

test('every link to a file leads to one', () => {
  const pages = PAGES.flatMap((pattern) => globSync(pattern));
  const dead = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(LINK)]
      .map(([, target = '']) => target)
      // Markup of a text to be spoken looks like a link: [pause](…).
      .filter((target) => /\.\w+$|\//.test(target) && !existsSync(join(dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(dead, []);
  assert.ok(pages.length > 50);
});
