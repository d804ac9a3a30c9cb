import type { Family } from '../kind.ts';
import { bark, frogs, gallop, hiss, howl, lowing, meow } from '../recipes/animals.ts';
import { birds, crickets, gull, hoot, insect } from '../recipes/birds-and-insects.ts';

export const ANIMALS: Family = {
  birds: {
    words:
      'birds, bird, birdsong, bird song, birds chirping, chirping, bird chirp, songbird, tweet, dawn chorus, birds singing',
    hints: 'spring, park, morning, forest, garden, nature',
    seconds: 6,
    isAmbience: true,
    room: 'forest',
    make: birds,
  },
  crickets: {
    words: 'crickets, cricket, night insects, cicadas, grasshopper, summer night, night ambience',
    hints: 'night, summer, evening',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: crickets,
  },
  frogs: {
    words: 'frogs, frog, croak, croaking, toad, pond, swamp',
    hints: 'marsh',
    seconds: 5,
    isAmbience: true,
    room: 'dry',
    make: frogs,
  },
  owl: {
    words: 'owl, hoot, owl hoot, owl hooting',
    hints: 'forest night',
    seconds: 2.5,
    room: 'forest',
    make: hoot,
  },
  dog: {
    words: 'dog, bark, barking, dog bark, dog barking, puppy, barking dog, barks',
    hints: 'pet, animal',
    seconds: 1.4,
    room: 'outdoors',
    make: bark,
  },
  cat: {
    words: 'cat, meow, cat meow, kitten, miaow, mew',
    hints: 'pet',
    seconds: 1.2,
    room: 'small room',
    make: meow,
  },
  wolf: {
    words: 'wolf, wolf howl, howl, howling, wolves, coyote, werewolf',
    hints: 'moon, halloween',
    seconds: 4.5,
    room: 'canyon',
    make: howl,
  },
  cow: {
    words: 'cow, moo, cattle, bull',
    hints: 'farm, barn',
    seconds: 2.2,
    room: 'outdoors',
    make: lowing,
  },
  mosquito: {
    words: 'mosquito, gnat',
    seconds: 4,
    isAmbience: true,
    room: 'dry',
    make: (scene) => insect(scene, 560),
  },
  bee: {
    words: 'bee, bees, fly, buzz, buzzing, wasp, hornet, insect, bumblebee, beehive',
    hints: 'honey, flowers',
    seconds: 4,
    isAmbience: true,
    room: 'dry',
    make: (scene) => insect(scene, 215),
  },
  horse: {
    words: 'horse, gallop, horse gallop, horses, hooves, galloping, galloping horse, carriage, trot',
    hints: 'cowboy, western, cavalry',
    seconds: 4,
    room: 'outdoors',
    make: gallop,
  },
  seagulls: {
    words: 'seagulls, seagull, gull, gulls',
    hints: 'harbour, harbor',
    seconds: 3,
    room: 'outdoors',
    make: gull,
  },
  snake: {
    words: 'snake, hiss, hissing, snake hiss, steam, steam hiss, air leak, spray, gas leak',
    hints: 'pressure, reptile',
    seconds: 2,
    room: 'dry',
    make: (scene) => hiss(scene, false),
  },
  rattlesnake: {
    words: 'rattlesnake, rattle, rattle snake, maraca, shaker',
    hints: 'desert',
    seconds: 2.5,
    room: 'dry',
    make: (scene) => hiss(scene, true),
  },
};
