import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InvalidMarkup, UnsupportedLanguage } from './errors.ts';
import { readRequest } from './read-request.ts';
import { sentenceLanguage } from './spoken-languages.ts';

const read = (text: string, more: object = {}) => readRequest({ text, voiceId: 'af_heart', ...more });
const wordsOf = async (text: string, more: object = {}) =>
  (await read(text, more)).sentences.flatMap(({ clauses }) => clauses.flatMap(({ words }) => words));
/** Words as spoken, those of another language with its code. */
const spoken = async (text: string, more: object = {}) =>
  (await wordsOf(text, more))
    .map(({ spoken: word, language }) => (language ? `${word}:${language}` : word))
    .join(' ');

describe('words marked with their language', () => {
  test('are read as in that language, in the same sentence, and still point into the text', async () => {
    const text = 'I ate [lang:de]21 Äpfel[/lang] and 21 pears.';
    assert.equal(await spoken(text), 'I ate einundzwanzig:de Äpfel:de and twenty-one pears');
    assert.deepEqual(
      (await wordsOf(text)).map(({ start, end }) => text.slice(start, end)),
      ['I', 'ate', '21', 'Äpfel', 'and', '21', 'pears'],
    );
    assert.equal((await read(text)).sentences.length, 1);
  });

  test('are marked in SSML by <lang>, and by xml:lang of a paragraph, a sentence or the document', async () => {
    const inner = 'Ten <lang xml:lang="de">10 <say-as interpret-as="cardinal">3</say-as></lang> 10.';
    assert.equal(await spoken(`<speak>${inner}</speak>`), 'Ten zehn:de drei:de ten');
    assert.equal(
      await spoken(`<speak xml:lang="de">10 <lang xml:lang="en">10</lang></speak>`),
      'zehn:de ten',
    );
    const sentences = '<s xml:lang="nl">Tien 10</s> <s>10</s> <p xml:lang="pl">10</p>';
    assert.equal(await spoken(`<speak>${sentences}</speak>`), 'Tien:nl tien:nl ten dziesięć:pl');
  });

  test('keep the accent of the text where only the language is named', async () => {
    assert.equal(await spoken('[lang:en]Hi[/lang]', { voiceId: 'bf_emma' }), 'Hi');
    assert.equal(await spoken('[lang:en-US]Hi[/lang]', { voiceId: 'bf_emma' }), 'Hi:en-US');
  });

  test('may hold pauses and phonemes, and the sentence belongs to the language of most letters', async () => {
    const { sentences, language } = await read('Well, [lang:de]das [pause:1s] ist [gut](/ɡuːt/) so[/lang].');
    assert.equal(sentences[0]?.clauses.find(({ pauseMs }) => pauseMs)?.pauseMs, 1_000);
    assert.equal(sentences[0] && sentenceLanguage(sentences[0], { language }), 'de');
  });

  test('are refused with what to do, where the mark is wrong', async () => {
    const faults: [string, RegExp][] = [
      ['a [lang:tlh]b[/lang]', /position 2 .*"tlh" is not a supported language; use one of en-US/u],
      ['a [lang:fr]b', /position 2 .*write \[\/lang\]/u],
      ['a [lang:fr b', /position 2 .*\[lang:fr\]…\[\/lang\]/u],
      ['a [/lang]', /position 2 .*closes nothing/u],
      ['[lang:fr]a [lang:de]b[/lang][/lang]', /position 11 .*write \[\/lang\] before/u],
      ['<speak><lang>a</lang></speak>', /position 7 .*needs xml:lang/u],
      [`<speak>${'<lang xml:lang="fr">'.repeat(1_000)}a`, /nested 20 deep/u],
    ];
    for (const [text, message] of faults)
      await assert.rejects(
        read(text),
        (error) => error instanceof InvalidMarkup && message.test(error.public),
      );
    await assert.rejects(read('a [lang:fr]привет[/lang]'), /French cannot read "п"/u);
    await assert.rejects(read('a [lang:fr]привет[/lang]'), UnsupportedLanguage);
  });
});
