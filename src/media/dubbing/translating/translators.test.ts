import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeTranscription } from '../../../main/testing/fake-transcription.ts';
import { DomainError } from '../../../platform/errors.ts';
import { maxCharacters } from './length-budget.ts';
import { echo, engines, line, run, scriptOf, word } from './testing/fake-engines.ts';
import { translationNeeds, translatorCapabilities } from './worker-capabilities.ts';

describe('the choice of a translator', () => {
  const by = async (
    given: Parameters<typeof engines>[0],
    source: string,
    target: string,
    isAsHeard = false,
  ) => {
    const own = engines({ heard: () => [word('Hi.', 1, 2)], ...given });
    return (await run(own, scriptOf([line(1, 2)], source), target, { isAsHeard })).by;
  };

  test('a language model comes first, then a direct pair, then Whisper, then a pair through another', async () => {
    assert.equal(await by({ pairs: ['es-en'], model: echo }, 'es', 'en'), 'language-model');
    assert.equal(await by({ pairs: ['es-en'] }, 'es', 'en'), 'apertium');
    assert.equal(await by({ pairs: ['fr-en-es'] }, 'fr', 'en'), 'whisper');
    assert.equal(await by({ pairs: ['fr-pt-es'] }, 'fr', 'pt-BR'), 'apertium');
    assert.equal(await by({}, 'de', 'en-GB'), 'whisper');
  });

  test('what was heard and not changed is translated by its sound, where that is possible', async () => {
    assert.equal(await by({ pairs: ['es-en'] }, 'es', 'en', true), 'whisper');
    assert.equal(await by({ pairs: ['es-en'], model: echo }, 'es', 'en', true), 'language-model');
    assert.equal(await by({ pairs: ['en-es'] }, 'en', 'es', true), 'apertium');
  });

  test('only lines without a translation are translated, and nothing runs if all have one', async () => {
    const own = engines({ pairs: ['es-en'] });
    const lines = [line(1, 2, { translation: 'Mine' }), line(3, 4), line(5, 6, { source: '…' })];
    const { script } = await run(own, scriptOf(lines));
    assert.deepEqual(
      script.lines.map(({ translation, unknown_words: unknown }) => [translation, unknown]),
      [
        ['Mine', []],
        ['en texto 3', ['texto']],
        [null, []],
      ],
    );
    assert.deepEqual(own.asked[0]?.before, [{ text: 'texto 1', translation: 'Mine' }]);
    assert.deepEqual(own.asked[0]?.glossary, { taza: 'mug' });
    const none = await run(own, scriptOf([line(1, 2, { translation: 'Mine' })], null), 'zh');
    assert.deepEqual([none.by, own.asked.length], [null, 1]);
  });

  test('a language model gets the length of each slot', async () => {
    const own = engines({ model: echo });
    await run(own, scriptOf([line(0, 1), line(2, 4), line(9, 10)]), 'zh');
    assert.match(own.prompts[0] ?? '', /"max_characters":12.*"max_characters":24.*"max_characters":18/su);
    assert.equal(maxCharacters(line(0, 1), line(1, 2), 'fr'), 18);
  });
});

describe('what is not possible', () => {
  const refusal = (own: ReturnType<typeof engines>, source: string | null, target: string): DomainError => {
    try {
      own.translators.check(source, target);
    } catch (error) {
      assert.ok(error instanceof DomainError);
      assert.equal(own.translators.canTranslate(source, target), false);
      return error;
    }
    throw new Error('not refused');
  };

  test('is refused with what is', async () => {
    const own = engines({ pairs: ['en-es', 'en-pt-es'], speaks: ['en-US', 'es', 'pt-BR'] });
    assert.deepEqual(own.translators.list(), {
      languageModel: null,
      pairs: [
        { source: 'en', target: 'es', by: 'apertium' },
        { source: 'en', target: 'pt', by: 'apertium' },
      ],
      anyTo: ['en'],
    });
    const { kind, code, public: text } = refusal(own, 'en', 'fr');
    assert.deepEqual([kind, code], ['unavailable', 'translation_unavailable']);
    assert.match(
      text,
      /any language to en; en to es; en to pt.*script in the target.*run languages.*LLM_BASE_URL/su,
    );
    assert.match(refusal(own, null, 'es').public, /send source_language/u);
    assert.equal(refusal(own, 'es', 'es').code, 'same_language');
    await assert.rejects(
      run(own, scriptOf([line(1, 2)], 'de'), 'es'),
      (error) => error instanceof DomainError && error.code === 'translation_unavailable',
    );
    await assert.rejects(run(own, scriptOf([line(1, 2)], null), 'en'), DomainError);
  });

  test('depends on what is installed, heard and spoken', () => {
    const all = engines({ model: echo, speaks: ['en', 'ja'] }).translators;
    assert.deepEqual(
      [all.list().anyTo, all.canTranslate(null, 'ja'), all.canTranslate('en', 'de')],
      [['en', 'ja'], true, false],
    );
    const own = engines().translators;
    assert.deepEqual(
      [own.canTranslate(null, 'en'), own.canTranslate('tlh', 'en'), own.canTranslate('en', 'es')],
      [true, false, false],
    );
    const absent = createFakeTranscription();
    absent.behaviour = 'absent';
    const deaf = engines({ transcription: absent }).translators;
    assert.equal(deaf.canTranslate('es', 'en'), false);
    assert.throws(() => deaf.check('es', 'en'), /no translator at all/u);
  });
});

test('a job needs what a worker with the same translators can do', () => {
  const list = engines({ pairs: ['en-es'] }).translators.list();
  const can = translatorCapabilities(list);
  assert.deepEqual(can, ['translate:*-en', 'translate:en-es']);
  for (const [source, target] of [
    ['es', 'en-GB'],
    [null, 'en'],
    ['en-US', 'es'],
  ] as const)
    assert.ok(
      translationNeeds(list, source, target).every((need) => can.includes(need)),
      `${source} ${target}`,
    );
  assert.deepEqual(translationNeeds(list, 'de', 'fr'), ['translate:de-fr']);
});
