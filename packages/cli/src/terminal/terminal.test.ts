import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { createOutput } from './output.ts';
import { plain, plainJson } from './plain-text.ts';
import { createProgress } from './progress.ts';
import { tableLines } from './table.ts';

const EVIL = 'Ann\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil\r';

function recorded(options: { isTTY?: boolean; columns?: number } = {}) {
  const stream = Object.assign(new PassThrough(), options);
  return { stream, text: () => String(stream.read() ?? '') };
}

describe('text from elsewhere', () => {
  test('cannot steer the terminal', () => {
    assert.equal(plain(EVIL), 'Ann[2J]0;owned31mevil');
    assert.equal(plain('a\tb\nc — ü 日本 👋'), 'a\tb\nc — ü 日本 👋');
    assert.ok(!/[\u0080-\u009f\u202e]/.test(plainJson({ name: EVIL })));
    assert.deepEqual(JSON.parse(plainJson({ name: EVIL })), { name: EVIL });
  });

  test('is plain wherever it is written', () => {
    const out = recorded({ isTTY: true, columns: 80 });
    const err = recorded({ isTTY: true, columns: 80 });
    const output = createOutput({
      stdout: out.stream,
      stderr: err.stream,
      json: false,
      quiet: false,
      color: true,
    });
    output.result({}, EVIL);
    output.table({}, ['NAME'], [[EVIL]], '');
    output.note(EVIL);
    output.problem(EVIL, [EVIL]);
    output.progress(EVIL).update(0.5, EVIL);
    // Only our own colours and the erasing of our own line are left.
    const ours = ['1m', '22m', '31m', '39m', '2m', 'K'].map((code) => `\u001b[${code}`);
    const left = ['\r', ...ours].reduce((text, code) => text.replaceAll(code, ''), out.text() + err.text());
    assert.equal(left, plain(left));
  });
});

describe('a table', () => {
  test('has straight columns, with wide characters too', () => {
    assert.deepEqual(
      tableLines([
        ['ID', 'NAME', 'X'],
        ['a', '日本', 'y'],
        ['long', 'e\u0301', 'z'],
      ]),
      ['ID    NAME  X', 'a     日本  y', 'long  e\u0301     z'],
    );
  });

  test('is cut where the terminal ends, and keeps each row on a line', () => {
    assert.deepEqual(tableLines([['abcdef', 'gh\nij']], 10), ['abcdef  g…']);
  });
});

describe('progress', () => {
  test('is a bar on a terminal', () => {
    const { stream, text } = recorded({ isTTY: true, columns: 60 });
    const progress = createProgress({ stderr: stream, quiet: false, label: 'job_1' });
    progress.update(0.5, 'rendering');
    progress.clear();
    const bar = `${'█'.repeat(12)}${'░'.repeat(12)}`;
    assert.equal(text(), `\r\u001b[Kjob_1 ${bar} 50 % rendering\r\u001b[K`);
  });

  test('is a few lines in a pipe', () => {
    const { stream, text } = recorded();
    const progress = createProgress({ stderr: stream, quiet: false, label: 'job_1' });
    for (const share of [0, 0.1, 0.25, 0.3, 1.2]) progress.update(share, 'rendering');
    assert.equal(text(), 'job_1: rendering, 0 %\njob_1: rendering, 20 %\njob_1: rendering, 100 %\n');
  });

  test('is nothing when quiet', () => {
    const { stream, text } = recorded({ isTTY: true });
    createProgress({ stderr: stream, quiet: true, label: 'x' }).update(0.5, 'y');
    assert.equal(text(), '');
  });
});
