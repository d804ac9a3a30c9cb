import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tidy } from './tidy.ts';

const tidied = (text: string, source = 'The one. The other.', target = 'es') =>
  tidy(text, { source, target });

test('sentences begin as in the source, without spaces before marks', () => {
  assert.equal(
    tidied('había no edificios . la lonja era pequeña'),
    'Había no edificios. La lonja era pequeña',
  );
  assert.equal(tidied('aprox. diez metros', 'about 10 m, i. e. ten'), 'aprox. diez metros');
  assert.equal(tidied('10 minutos. 3.5 km', 'Ten. Yes.'), '10 minutos. 3.5 km');
});

test('Spanish questions and exclamations are opened, French ones keep their space', () => {
  assert.equal(tidied('Mañana abre. ser allí? sí! ¿Qué?'), 'Mañana abre. ¿Ser allí? ¡Sí! ¿Qué?');
  assert.equal(tidied('Quoi ? rien.', 'What? Nothing.', 'fr'), 'Quoi ? Rien.');
});
