import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeTranscription } from '../../../../engines/transcription/testing/fake-transcription.ts';
import { DomainError } from '../../../platform/errors.ts';
import { maxCharacters } from './length-budget.ts';
import { echo, engines, line, run, scriptOf, word } from './testing/fake-engines.ts';
import { capabilitiesFor, offeredTranslations, translatorCapabilities } from './worker-capabilities.ts';

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
  const refusal = async (own: ReturnType<typeof engines>, source: string | null, target: string) => {
    const refused = run(own, scriptOf([line(1, 2)], source), target).then(
      () => new Error('not refused'),
      (error: Error) => error,
    );
    const error = await refused;
    assert.ok(error instanceof DomainError, error.message);
    return error;
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
    const { kind, code, public: text } = await refusal(own, 'en', 'fr');
    assert.deepEqual([kind, code], ['unavailable', 'translation_unavailable']);
    assert.match(
      text,
      /any language to en; en to es; en to pt.*script in the target.*run languages.*LLM_BASE_URL/su,
    );
    assert.match((await refusal(own, null, 'es')).public, /send source_language/u);
    assert.equal((await refusal(own, 'es', 'es')).code, 'same_language');
    await refusal(own, null, 'en');
  });

  test('depends on what is installed, heard and spoken', async () => {
    const all = engines({ model: echo, speaks: ['en', 'ja'] });
    assert.deepEqual(all.translators.list().anyTo, ['en', 'ja']);
    await refusal(all, 'en', 'de');
    await refusal(engines(), 'tlh', 'en');
    const absent = createFakeTranscription();
    absent.behaviour = 'absent';
    const { public: text } = await refusal(engines({ transcription: absent }), 'es', 'en');
    assert.match(text, /no translator at all/u);
  });
});

describe('capabilities of workers', () => {
  const HEARS = ['en', 'es', 'de', 'fr'];
  const TARGETS = ['en', 'es', 'fr'];
  const can = (given: Parameters<typeof engines>[0]) =>
    translatorCapabilities(engines(given).translators.list());
  const doesJob = (capabilities: readonly string[], source: string | null, target: string) =>
    capabilitiesFor(source, target, HEARS).some((one) => capabilities.includes(one));

  test('a job is for those who can translate it', () => {
    const small = can({ pairs: ['en-es'] });
    assert.deepEqual(small, ['translate:*-en', 'translate:en-es']);
    assert.ok(doesJob(small, 'es', 'en-GB') && doesJob(small, null, 'en') && doesJob(small, 'en-US', 'es'));
    assert.ok(!doesJob(small, null, 'es') && !doesJob(small, 'de', 'fr') && !doesJob(small, 'tlh', 'en'));
    const withModel = can({ model: echo });
    assert.deepEqual(withModel, ['translate:*-*']);
    assert.ok(doesJob(withModel, 'tlh', 'en') && doesJob(withModel, null, 'fr'));
  });

  test('tell what is possible', () => {
    assert.deepEqual(offeredTranslations(can({ pairs: ['en-es', 'es-gl'] }), TARGETS), {
      anyToAny: false,
      anyTo: ['en'],
      pairs: [{ source: 'en', target: 'es' }],
    });
    assert.deepEqual(offeredTranslations(can({ model: echo }), TARGETS).anyTo, TARGETS);
  });
});
