import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextNotSpeakable, UnsupportedLanguage } from '../errors.ts';
import { readRequest } from '../read-request.ts';
import { spokenLanguages } from '../spoken-languages.ts';
import { languageScores } from './scores.ts';

const read = (text: string, voiceId = 'af_heart') =>
  readRequest({ text, voiceId, language: 'auto' }, async (texts) => texts.map(languageScores));
const spansOf = async (text: string, voiceId?: string) =>
  spokenLanguages(await read(text, voiceId)).map(
    ({ language, start, end }) => `${language} ${text.slice(start, end)}`,
  );

describe('language: auto', () => {
  test('reads each sentence in its own language', async () => {
    const text = "I have 21 apples. Ich habe 21 Äpfel gekauft. J'ai acheté 21 pommes. Merci.";
    assert.deepEqual(await spansOf(text), [
      'en-US I have 21 apples',
      'de Ich habe 21 Äpfel gekauft',
      "fr J'ai acheté 21 pommes. Merci",
    ]);
    const words = (await read(text)).sentences[1]?.clauses.flatMap((clause) => clause.words) ?? [];
    assert.equal(words.map(({ spoken }) => spoken).join(' '), 'Ich habe einundzwanzig Äpfel gekauft');
  });

  test('lets the script decide, also for single words', async () => {
    const scripts =
      '日本語の文です。東京。你好，我们去公园吧。Это новый дом. Це новий дім, і він гарний. नमस्ते।';
    assert.deepEqual(
      (await spansOf(scripts)).map((span) => span.split(' ')[0]),
      ['ja', 'zh', 'ru', 'uk', 'hi'],
    );
    assert.deepEqual(await spansOf('I read Достоевский and 木漏れ日 today.'), [
      'en-US I read',
      'ru Достоевский',
      'en-US and',
      'ja 木漏れ日',
      'en-US today',
    ]);
  });

  test('keeps abbreviations with their sentence, and splits paragraphs, lists and SSML', async () => {
    const german = 'Dr. Müller ist heute leider nicht da';
    assert.deepEqual(await spansOf(`Good morning. ${german}. [pause:1s] He will return tomorrow.`), [
      'en-US Good morning',
      `de ${german}`,
      'en-US He will return tomorrow',
    ]);
    for (const text of [
      `- Good morning my friends\n- ${german}`,
      `Good morning my friends\n\n${german}`,
      `<speak><p>Good morning my friends</p><p>${german}</p></speak>`,
    ])
      assert.deepEqual(await spansOf(text), ['en-US Good morning my friends', `de ${german}`]);
  });

  test('takes the accent of the voice, and its language where the text does not say', async () => {
    assert.deepEqual(await spansOf('Good morning to you.', 'bf_emma'), ['en-GB Good morning to you']);
    assert.deepEqual(await spansOf('12 + 30', 'ff_siwis'), ['fr 12 + 30']);
    assert.deepEqual(await spansOf('Radio.', 'if_sara'), ['it Radio']);
  });

  test('leaves marked words in their language', async () => {
    assert.deepEqual(await spansOf('We had [lang:fr]pain au chocolat[/lang] for breakfast.'), [
      'en-US We had',
      'fr pain au chocolat',
      'en-US for breakfast',
    ]);
  });

  test('refuses what no language reads, and a text without words', async () => {
    await assert.rejects(read('مرحبا. Hello there.'), UnsupportedLanguage);
    await assert.rejects(read('Hello. [lang:fr]привет[/lang]'), /French cannot read/u);
    for (const text of ['😀 🎉', '. . . !', '\u202e\u202d'])
      await assert.rejects(read(text), TextNotSpeakable);
    assert.deepEqual(await spansOf('\u202eHello\u202c there, \u2067my friend\u2069!'), [
      'en-US Hello\u202c there, \u2067my friend',
    ]);
  });

  test('stays cheap for texts that are made to be slow', async () => {
    await read('Hello there.');
    const length = 100_000;
    const hostile = [
      'word ',
      'a',
      '. ',
      'a. ',
      '.',
      '\n ',
      '。',
      'слово word 字 ',
      'Dr. ',
      '[lang:fr]a[/lang]',
      '"',
      '<p>',
    ];
    for (const unit of hostile) {
      const text = unit.repeat(length / unit.length);
      const before = process.threadCpuUsage();
      await read(text).catch((error) => assert.equal(error.kind, 'invalid'));
      const { user, system } = process.threadCpuUsage(before);
      assert.ok((user + system) / 1_000 < 2_000, `${JSON.stringify(unit)}: ${(user + system) / 1_000} ms`);
    }
  });
});
