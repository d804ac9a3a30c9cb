import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findJsonFault } from './json-fault.ts';

test('names the line and column at which text stops being JSON', () => {
  const faults: Record<string, string> = {
    '{"text": "Hello", }': 'line 1, column 19',
    '{\n  "text": \'Hello\'\n}': 'line 2, column 11',
    '{"a": 1': 'line 1, column 8',
    '{"a" 1}': 'line 1, column 6',
    '[1 2]': 'line 1, column 4',
    '[1,]': 'line 1, column 4',
    '{"a": 01}': 'line 1, column 7',
    '{"a": nul}': 'line 1, column 7',
    '{"a": "x\ny"}': 'line 1, column 7',
    '{a: 1}': 'line 1, column 2',
    '[}': 'line 1, column 2',
    '{} x': 'line 1, column 4',
    ' ': 'line 1, column 2',
    '{"a": [1, {"b": tru}]}': 'line 1, column 17',
    '{"a": "\\x"}': 'line 1, column 7',
    ',': 'line 1, column 1',
  };
  for (const [text, place] of Object.entries(faults)) assert.equal(findJsonFault(text), place, text);
});

test('finds a fault exactly where JSON.parse does, and none in JSON', () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const whole = '{"a": [1, -2.5e+3, true, null, "x\\u00e9\\n"], "b": {}, "c": []} ';
  assert.equal(findJsonFault(whole), null);
  for (let i = 0; i < whole.length; i += 1)
    for (const sign of ['', ',', '}', ']', '"', ':', '0', 'e', '\\', '\u0007']) {
      const text = whole.slice(0, i) + sign + whole.slice(i + 1);
      assert.equal(findJsonFault(text) === null, parses(text), text);
    }
});

test('takes time in proportion to the length', () => {
  const deep = '['.repeat(500_000);
  assert.match(findJsonFault(deep) ?? '', /line 1, column 500001/u);
  assert.match(findJsonFault(`"${'\\n'.repeat(300_000)}`) ?? '', /column 1$/u);
});
