import type { Family } from '../kind.ts';
import { explosion, fire, firework, fuse, ignition, match, sizzle } from '../recipes/fire.ts';

export const FIRE: Family = {
  campfire: {
    words: 'campfire, camp fire, crackling fire, bonfire, fire crackling, fireplace, hearth, crackle, fire',
    hints: 'camp, flames, cosy, cozy',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => fire(scene),
  },
  blaze: {
    words: 'blaze, house fire, forest fire, wildfire, roaring fire, inferno, big fire, furnace',
    hints: 'burn, hell, arson',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => fire({ ...scene, size: 2.2, intensity: 0.9 }, { crackles: 22, roar: 2.2 }),
  },
  flare: {
    words: 'flare, fireball, ignite, ignition, flamethrower, torch, fire whoosh, gas ignites, dragon fire',
    hints: 'spell, flame',
    seconds: 1.5,
    make: ignition,
  },
  match: {
    words: 'match, match strike, lighting a match, striking a match, matchstick, lighter',
    hints: 'cigarette, candle',
    seconds: 1.6,
    room: 'small room',
    make: match,
  },
  fuse: {
    words: 'fuse, burning fuse, sparkler, sparks, dynamite fuse, welding',
    seconds: 3,
    isAmbience: true,
    make: fuse,
  },
  sizzle: {
    words: 'sizzle, sizzling, frying, frying pan, fry, frying bacon, grill, barbecue',
    hints: 'cooking, kitchen, bacon, steak',
    seconds: 4,
    isAmbience: true,
    room: 'small room',
    make: sizzle,
  },
  explosion: {
    words: 'explosion, explode, blast, bomb, detonation, grenade, boom explosion, blow up, dynamite',
    hints: 'war, battle, missile, rocket',
    seconds: 4,
    room: 'outdoors',
    make: explosion,
  },
  firework: {
    words: 'firework, fireworks, firecracker, rocket firework',
    hints: 'celebration, new year',
    seconds: 4,
    room: 'outdoors',
    make: firework,
  },
};
