import type { Family } from '../kind.ts';
import {
  boing,
  bonk,
  sadTrombone,
  scamper,
  slideWhistle,
  splat,
  squeakyToy,
  twinkle,
} from '../recipes/cartoons.ts';

export const CARTOONS: Family = {
  boing: {
    words: 'boing, boings, jaw harp, springy, cartoon spring, cartoon bounce, trampoline, cartoon jump',
    hints: 'cartoon, funny, comedy, silly',
    seconds: 1.2,
    room: 'dry',
    make: boing,
  },
  'slide whistle up': {
    words: 'slide whistle up, slide whistle, rising whistle, cartoon rise',
    seconds: 1,
    room: 'dry',
    make: (scene) => slideWhistle(scene, true),
  },
  'slide whistle down': {
    words:
      'slide whistle down, falling whistle, cartoon fall, cartoon falling, cartoon slip, slip and fall, slip, bomb falling',
    seconds: 1,
    room: 'dry',
    make: (scene) => slideWhistle(scene, false),
  },
  bonk: {
    words: 'bonk, cartoon hit, cartoon punch, coconut, head bonk',
    seconds: 0.7,
    room: 'dry',
    make: bonk,
  },
  splat: {
    words: 'splat, squish, pie in the face, tomato, slime, mud splat, squelch, gore',
    hints: 'gross, slimy',
    seconds: 0.8,
    room: 'small room',
    make: splat,
  },
  twinkle: {
    words:
      'twinkle, magic, sparkle, magic wand, fairy dust, fairy, magical, shimmer, magic spell, spell, wand',
    hints: 'fairy tale, dream, stars, princess, heal',
    seconds: 2.6,
    room: 'hall',
    make: twinkle,
  },
  scamper: {
    words: 'scamper, cartoon run, run away cartoon, cartoon running, zoom away',
    seconds: 1.5,
    room: 'dry',
    make: scamper,
  },
  'sad trombone': {
    words: 'sad trombone, wah wah, womp womp, fail trombone, wah wah wah',
    hints: 'loser, disappointment',
    seconds: 2.8,
    room: 'room',
    make: sadTrombone,
  },
  'squeaky toy': {
    words: 'squeaky toy, rubber duck, squeak toy, dog toy, clown horn, honk honk',
    hints: 'toy, clown',
    seconds: 0.9,
    room: 'dry',
    make: squeakyToy,
  },
};
