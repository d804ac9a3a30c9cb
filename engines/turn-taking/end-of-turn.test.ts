import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgePause } from './end-of-turn.ts';
import { mannerOf } from './manner.ts';
import type { Ending } from './prosody.ts';

const judge = (text: string, language = 'en', ending: Ending = 'falling') =>
  judgePause({ text, language, ending, manner: mannerOf(text, language) }, 'medium');

const REASONS: [language: string, text: string, reason: string][] = [
  ['en', 'What time do you open tomorrow?', 'question'],
  ['en', 'I would like to book a table for two.', 'finished'],
  ['en', 'Yes please.', 'answer'],
  ['en', 'Okay, thanks.', 'answer'],
  ['en', 'Chicken soup.', 'fragment'],
  ['en', 'I would like to book a table for', 'unfinished'],
  ['en', 'We went to the station and then I.', 'unfinished'],
  ['en', 'It was late, but...', 'unfinished'],
  ['en', 'If I come on Monday.', 'open_clause'],
  ['en', 'If I come on Monday, I will call you.', 'finished'],
  ['en', 'I need to, um.', 'filler'],
  ['en', 'My number is 555-01.', 'dictation'],
  ['en', 'Five five five, oh one.', 'dictation'],
  ['en', 'It is spelled K-A-T.', 'dictation'],
  ['en', 'That costs $350.', 'finished'],
  ['en', 'The train leaves at 7:30.', 'finished'],
  ['es', 'Quiero una mesa para', 'unfinished'],
  ['es', 'Quiero una mesa para dos personas.', 'finished'],
  ['fr', 'Je voudrais une table pour', 'unfinished'],
  ['it', 'Vorrei un tavolo per', 'unfinished'],
  ['pt-BR', 'Eu quero uma mesa para', 'unfinished'],
  ['de', 'Ich möchte einen Tisch für', 'unfinished'],
  ['hi', 'मैं और', 'unfinished'],
  ['ja', '明日の予約を', 'unfinished'],
  ['ja', '明日の予約をお願いします。', 'finished'],
  ['zh', '我想订一张桌子，因为', 'unfinished'],
  ['zh', '我的电话号码是138', 'dictation'],
  ['nl', 'Dat is goed zo.', 'finished'],
];

test('words say whether a pause is an end', () => {
  for (const [language, text, reason] of REASONS) assert.equal(judge(text, language).reason, reason, text);
});

test('waits little after a question, longer after a voice that stayed up, longest in the middle of a sentence', () => {
  const question = judge('What time do you open?').waitMs;
  const fell = judge('I will come tomorrow.').waitMs;
  const up = judge('I will come tomorrow.', 'en', 'level').waitMs;
  const middle = judge('I will come with').waitMs;
  assert.ok(question < fell && fell < up && up < middle, `${question} ${fell} ${up} ${middle}`);
});

test('a number that may be whole needs less patience than one that is not', () => {
  assert.ok(judge('My number is 555 010 9923.').waitMs < judge('My number is 555.').waitMs);
});

test('eagerness shortens and lengthens every wait, within its limit', () => {
  for (const [language, text] of REASONS) {
    const wait = (eagerness: 'low' | 'medium' | 'high' | 'auto') =>
      judgePause({ text, language, ending: 'level', manner: mannerOf(text, language) }, eagerness).waitMs;
    assert.ok(wait('high') < wait('medium') && wait('medium') < wait('low'), text);
    assert.equal(wait('auto'), wait('medium'));
    assert.ok(
      wait('high') <= 2_000 && wait('medium') <= 4_000 && wait('low') <= 8_000 && wait('high') >= 250,
    );
  }
});

test('signs of listening are told from remarks, in each language', () => {
  const signs: [string, string][] = [
    ['en', 'Mm-hmm.'],
    ['en', 'Uh-huh, right.'],
    ['en', 'Oh okay, I see.'],
    ['es', 'Ajá, claro.'],
    ['fr', "D'accord."],
    ['it', 'Va bene.'],
    ['pt', 'Aham, tá bom.'],
    ['de', 'Ja, genau.'],
    ['hi', 'ठीक है।'],
    ['ja', 'なるほど。'],
    ['zh', '嗯，好的。'],
  ];
  for (const [language, text] of signs) assert.equal(mannerOf(text, language), 'back_channel', text);
  for (const text of ['No.', 'Wait.', 'Okay, but not today.', 'Right?', 'Stop it.'])
    assert.equal(mannerOf(text, 'en'), 'speech', text);
  assert.equal(mannerOf('Um, uh.', 'en'), 'filler');
});

test('a hum is one whatever was written for it, and a short "no" is not', () => {
  assert.equal(mannerOf('Amber.', 'en', 0.4), 'back_channel');
  assert.equal(mannerOf('And.', 'en', 0.3), 'speech');
  assert.equal(mannerOf('Amen, hmm.', 'en', 0.7), 'back_channel');
  assert.equal(mannerOf('Amber.', 'en', 0.9), 'speech');
  for (const text of ['No.', 'Stop.', 'Hold on.', 'What?'])
    assert.equal(mannerOf(text, 'en', 0.3), 'speech', text);
});

test('a comma after a voice that fell is an end, after another one it is not', () => {
  assert.equal(judge('I left it on the train,').reason, 'finished');
  assert.equal(judge('I left it on the train,', 'en', 'level').reason, 'open_clause');
});
