import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../kinds/index.ts';
import { readPrompt } from './read-prompt.ts';

const read = (prompt: string, seconds?: number) => {
  const found = readPrompt(prompt, seconds);
  assert.ok(found, `nothing was read in "${prompt}"`);
  return found;
};
const kindsOf = (prompt: string) => read(prompt).plan.layers.map(({ kind }) => kind);
const layerOf = (prompt: string) => read(prompt).plan.layers[0];

test('there are at least 100 kinds, and each is found by its name', () => {
  assert.ok(KINDS.length >= 100, `${KINDS.length} kinds`);
  assert.equal(new Set(KINDS.map(({ name }) => name)).size, KINDS.length);
  for (const { name } of KINDS) assert.deepEqual(kindsOf(name), [name]);
});

test('layers sound together or one after the other', () => {
  assert.deepEqual(kindsOf('thunder over heavy rain, far away'), ['thunder', 'downpour']);
  assert.deepEqual(kindsOf('cat meowing and a dog barking'), ['cat', 'dog']);
  const { layers } = read('a door creaks, then slams').plan;
  assert.deepEqual(
    layers.map(({ kind, isNext }) => [kind, isNext]),
    [
      ['door creak', false],
      ['door slam', true],
    ],
  );
});

test('size, distance, speed, strength, count, material, room and length are read', () => {
  assert.ok((layerOf('a huge explosion')?.size ?? 0) > 2);
  assert.ok(read('thunder and rain, far away').plan.layers.every(({ distance }) => distance === 0.7));
  assert.deepEqual(
    read('distant thunder with rain').plan.layers.map(({ distance }) => distance),
    [0.7, 0],
  );
  assert.ok((layerOf('very fast footsteps on gravel')?.speed ?? 0) > 1.5);
  assert.ok((layerOf('running on gravel')?.speed ?? 0) > 1);
  assert.equal(layerOf('gentle wind')?.kind, 'breeze');
  assert.equal(layerOf('violent wind')?.intensity, 1);
  assert.equal(layerOf('three knocks on a door')?.count, 3);
  assert.equal(layerOf('laser gun 7 times')?.count, 7);
  assert.equal(layerOf('knocking on a metal door')?.material, 'metal');
  assert.equal(read('footsteps on concrete in a cathedral').plan.room, 'cathedral');
  assert.equal(read('a whoosh of 3 seconds').plan.seconds, 3);
  assert.equal(read('riser 8s').plan.seconds, 8);
  assert.equal(read('riser 8s', 2).plan.seconds, 2);
  assert.ok(read('long rain').plan.seconds > read('rain').plan.seconds);
});

test('the longest phrase names the kind, and a material alone is a kind only without another', () => {
  assert.deepEqual(kindsOf('heavy rain on a tin roof'), ['rain on a tin roof']);
  assert.deepEqual(kindsOf('small metal bell'), ['ding']);
  assert.deepEqual(kindsOf('metal'), ['metal hit']);
  assert.deepEqual(kindsOf('typing on a keyboard'), ['keyboard']);
});

test('what was not understood is said, and lowers the confidence', () => {
  assert.equal(read('dog barking').confidence, 1);
  const { understood, ignored, confidence } = read('a purple dog barking at Jupiter');
  assert.deepEqual([understood, ignored], [['dog barking'], ['purple', 'jupiter']]);
  assert.ok(confidence < 0.9);
});

test('without a kind, a related or misspelt word gives the nearest one', () => {
  assert.deepEqual([read('zen').isNearest, kindsOf('zen'), read('zen').confidence], [true, ['gong'], 0.5]);
  assert.deepEqual(kindsOf('expolsion'), ['explosion']);
  assert.ok(read('expolsion').confidence < 0.6);
  for (const prompt of ['quantum banana', '', '🎵', 'Schritte auf Kies', ',,,', '12'])
    assert.equal(readPrompt(prompt), null);
});

test('no prompt asks for more than the limits', () => {
  const many = read('rain, wind, fire, ocean, birds, crickets and 90 knocks for 500 seconds');
  assert.equal(many.plan.layers.length, 4);
  assert.equal(many.plan.seconds, 10);
  assert.equal(read('rain for 0.01 s').plan.seconds, 0.5);
  assert.ok((layerOf('99 huge giant colossal explosions')?.size ?? 9) <= 3);
});

test('a prompt of characters that stand for whole sentences is not read to its end', () => {
  const { ignored } = read(`rain ${'\ufdfa'.repeat(495)}`);
  assert.ok(ignored.length < 300, `${ignored.length} words`);
});
