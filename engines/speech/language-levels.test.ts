import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesOf } from './language-levels.ts';
import { findLanguage } from './languages.ts';
import { VOICES } from './voices.ts';

test('every preset speaks its own language first, and others only as well as was measured', () => {
  for (const { id, language, recipe } of VOICES) {
    const [own, ...others] = languagesOf(id);
    assert.equal(own?.language, language);
    assert.equal(own.level === 'native', recipe === undefined, id);
    assert.ok(!others.some((one) => one.language === language));
    for (const { level, characterErrors, language: code } of others) {
      assert.equal(findLanguage(code)?.code, code);
      assert.ok(characterErrors !== null && characterErrors <= 0.12);
      assert.equal(level, characterErrors <= 0.06 ? 'good' : 'accented');
    }
  }
  assert.deepEqual(languagesOf('nobody'), []);
});
