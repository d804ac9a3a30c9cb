import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { misheard } from './misheard.ts';
import { spokenWords } from './spoken-words.ts';

test('a number in figures is the number in words, and accents and capitals do not count', () => {
  const same = [
    ['es', 'Más de 30 años; 10 minutos.', 'mas de treinta años, diez minutos'],
    [
      'es',
      'En 1985, 100 o 121.000 personas',
      'en mil novecientos ochenta y cinco cien o ciento veintiún mil personas',
    ],
    ['es', 'El 16 y el 200', 'el dieciséis y el doscientos'],
    ['en', 'It took 42 minutes, 1,200 in all', 'It took forty-two minutes, one thousand two hundred in all'],
    ['fr', 'Il est 10 heures', 'il est 10 heures'],
  ];
  for (const [language = '', one = '', other = ''] of same)
    assert.equal(spokenWords(one, language), spokenWords(other, language));
});

test('names what was misheard', () => {
  const said = 'the old library opens again';
  const heard = 'a the cold library again';
  assert.deepEqual(misheard(said, heard), ['– → a', 'old → cold', 'opens → –']);
  assert.deepEqual(wordErrors(said, heard), { errors: 3, words: 5 });
});
