import type { Family } from '../kind.ts';
import {
  bassDrop,
  boom,
  braam,
  downlifter,
  reversedCymbal,
  riser,
  stinger,
  whoosh,
} from '../recipes/whooshes.ts';

export const WHOOSHES: Family = {
  whoosh: {
    words: 'whoosh, woosh, swoosh, whooshing, transition, air whoosh, fly by, flyby, fast pass',
    hints: 'move, fly, transition, title',
    seconds: 1,
    room: 'room',
    make: (scene) => whoosh(scene),
  },
  swish: {
    words: 'swish, swipe, sword swing, swing, whip swish, stick swing, bat swing, golf swing, slash',
    seconds: 0.6,
    room: 'small room',
    make: (scene) => whoosh(scene, { low: 900, high: 5_200, peak: 0.55, body: 0.1, q: 1.4, seconds: 0.35 }),
  },
  'deep whoosh': {
    words: 'deep whoosh, cinematic whoosh, big whoosh, heavy whoosh, low whoosh, slow whoosh',
    seconds: 2,
    room: 'hall',
    make: (scene) => whoosh(scene, { low: 120, high: 900, body: 1.3, q: 0.8, seconds: 1.7 }),
  },
  arrow: {
    words: 'arrow, arrow shot, bow and arrow, dart, throwing knife, shuriken',
    hints: 'archery, archer, bow',
    seconds: 0.9,
    room: 'outdoors',
    make: (scene) => whoosh(scene, { low: 1_800, high: 6_500, peak: 0.35, body: 0, q: 3, seconds: 0.5 }),
  },
  riser: {
    words: 'riser, uplifter, build up, buildup, tension riser, rising tension, crescendo',
    hints: 'suspense, edm',
    seconds: 4,
    room: 'hall',
    make: riser,
  },
  downlifter: {
    words: 'downlifter, fall down, sweep down, down sweep, descent',
    seconds: 3,
    room: 'hall',
    make: downlifter,
  },
  'bass drop': {
    words: 'bass drop, drop, sub drop, sub bass, sub boom, 808',
    hints: 'bass',
    seconds: 3,
    room: 'dry',
    make: bassDrop,
  },
  boom: {
    words:
      'boom, cinematic boom, cinematic hit, trailer hit, epic hit, deep impact, cinematic impact, impact hit, cinematic impact hit, deep impact hit',
    hints: 'epic, trailer, cinematic',
    seconds: 4,
    room: 'hall',
    make: boom,
  },
  braam: {
    words: 'braam, braaam, inception horn, trailer horn, brass hit, bwaah',
    seconds: 4,
    room: 'hall',
    make: braam,
  },
  'reverse cymbal': {
    words: 'reverse cymbal, reversed cymbal, reverse, suck back, cymbal swell',
    seconds: 2.5,
    room: 'dry',
    make: reversedCymbal,
  },
  stinger: {
    words: 'stinger, sting, dramatic sting, news sting, reveal, dramatic hit, dun dun dun',
    hints: 'dramatic, logo, intro',
    seconds: 3.5,
    room: 'hall',
    make: stinger,
  },
};
