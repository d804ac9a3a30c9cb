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

test('prompts of editors name what they mean', () => {
  const wanted: Record<string, string[]> = {
    'light rain on a car roof at night': ['rain on a tin roof'],
    'heavy metal door slamming shut in a hallway': ['door slam'],
    'slow footsteps on creaky wooden stairs': ['footsteps on wood'],
    'footsteps running on wet pavement': ['footsteps on water'],
    'crowd cheering in a stadium after a goal': ['cheer'],
    'small audience polite applause': ['applause'],
    'glass bottle breaking on concrete': ['glass shatter'],
    'old wooden door creaking open slowly': ['door creak'],
    'cinematic deep impact hit with long reverb tail': ['boom'],
    'epic trailer riser 6 seconds': ['riser'],
    'camera shutter click': ['camera shutter'],
    'cartoon slip and fall': ['slide whistle down'],
    'sci-fi laser gun fire, three shots': ['laser'],
    'spaceship engine hum interior': ['spaceship'],
    'distant police siren in the city': ['police siren'],
    'car engine start and drive away': ['engine start'],
    'helicopter flying overhead': ['helicopter'],
    'notification ping for an app': ['notification'],
    'ocean waves on a sandy beach with seagulls': ['ocean waves', 'seagulls'],
    'wind howling through the trees': ['howling wind'],
    'campfire crackling at night with crickets': ['campfire', 'crickets'],
    'sword drawn from sheath': ['scrape'],
    'gun cocking and shooting': ['reload', 'gunshot'],
    'explosion in the distance with debris falling': ['explosion', 'rockfall'],
    'bomb countdown beeps then explosion': ['beep', 'explosion'],
    'water dripping in a cave': ['drip'],
    'elevator ding': ['ding'],
    'balloon pop': ['pop'],
    'coffee shop ambience': ['crowd'],
    'pouring water into a glass': ['pour'],
    'paper being crumpled': ['crumple'],
    'arrow hitting a wooden target': ['arrow', 'thud'],
    'huge stone door sliding open': ['sliding door'],
    'no rain, just wind': ['wind'],
    'rain without thunder': ['rain'],
  };
  for (const [prompt, kinds] of Object.entries(wanted)) assert.deepEqual(kindsOf(prompt), kinds, prompt);
  assert.equal(layerOf('a laser gun, three shots')?.count, 3);
  assert.equal(layerOf('three shots')?.kind, 'gunshot');
  assert.equal(layerOf('car engine start and drive away')?.distance, 0);
  assert.equal(layerOf('pouring water into a glass')?.intensity, 0.5);
  assert.equal(read('church bells in the distance').plan.room, null);
  assert.equal(readPrompt('no rain'), null);
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
