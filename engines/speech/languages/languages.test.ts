import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { findLanguage, LANGUAGES } from '../languages.ts';
import { VOICES } from '../voices.ts';

/** Both accents of English share a folder. */
const folderOf = (code: string): string => (code.startsWith('en-') ? 'en' : code);
const SHARED = ['families', 'testing'];

test('every folder of a language is in the list, and has the name of its code', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
    .map(({ name }) => name);
  assert.deepEqual(folders.sort(), [...new Set(LANGUAGES.map(({ code }) => folderOf(code)))].sort());
});

test('no two languages answer to one tag, and each is found by its own', () => {
  const tags = LANGUAGES.flatMap(({ code, aliases = [] }) => [code.toLowerCase(), ...aliases]);
  assert.equal(new Set(tags).size, tags.length);
  for (const { code, aliases = [] } of LANGUAGES)
    for (const tag of [code, ...aliases]) assert.equal(findLanguage(tag)?.code, code, tag);
});

test('every language has voices of both genders, except French, and says its own lines in its own letters', () => {
  for (const { code, script, previewLine, disclosure, matching } of LANGUAGES) {
    const genders = new Set(VOICES.filter(({ language }) => language === code).map(({ gender }) => gender));
    assert.equal(genders.size, code === 'fr' ? 1 : 2, code);
    for (const line of [previewLine, ...Object.values(disclosure), ...matching.steering, matching.scoring])
      assert.ok(script.letters.test(line), `${code}: ${line}`);
  }
});
