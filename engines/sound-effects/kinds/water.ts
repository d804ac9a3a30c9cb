import { addAt, silentStereo } from '../blocks/signal.ts';
import type { Family } from '../kind.ts';
import {
  addBubbles,
  boiling,
  drips,
  pour,
  splash,
  stream,
  surf,
  torrent,
  underwater,
} from '../recipes/water.ts';

export const WATER: Family = {
  stream: {
    words: 'stream, brook, creek, babbling brook, running water, trickling water, flowing water, fountain',
    hints: 'water, garden, nature',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => stream(scene),
  },
  river: {
    words: 'river, rapids, whitewater',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => {
      const sound = torrent(scene, 900);
      const near = stream(scene);
      addAt(sound.left, near.left, 0, 1.2);
      addAt(sound.right, near.right, 0, 1.2);
      return sound;
    },
  },
  waterfall: {
    words: 'waterfall, cascade, cataract',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => torrent(scene, 1_500),
  },
  shower: {
    words: 'shower, shower running, bathroom shower, tap, faucet, running tap, sink',
    seconds: 5,
    isAmbience: true,
    room: 'bathroom',
    make: (scene) => torrent({ ...scene, size: 0.5 }, 3_800),
  },
  'ocean waves': {
    words:
      'ocean waves, ocean, waves, sea, surf, seaside, beach, sea waves, waves crashing, crashing waves, shore',
    hints: 'island, coast, sailing',
    seconds: 9,
    isAmbience: true,
    room: 'dry',
    make: surf,
  },
  drip: {
    words: 'drip, dripping, dripping water, water drop, water drops, droplet, dripping tap, leak',
    hints: 'sewer',
    seconds: 4,
    isAmbience: true,
    room: 'cave',
    make: drips,
  },
  splash: {
    words: 'splash, splashing, water splash, dive, plunge, cannonball, stone in water',
    hints: 'pool, swim',
    seconds: 2,
    room: 'outdoors',
    make: splash,
  },
  pour: {
    words: 'pour, pouring, pouring water, pouring a drink, pouring drink, filling a glass, pouring coffee',
    hints: 'drink, coffee, tea',
    seconds: 3,
    make: pour,
  },
  bubbles: {
    words: 'bubbles, bubble, bubbling, gurgle, gurgling, aquarium',
    hints: 'potion, soda',
    seconds: 4,
    isAmbience: true,
    make: (scene) => {
      const sound = silentStereo(scene.length);
      addBubbles(sound, scene.chance, {
        perSecond: 26 * scene.speed * (0.4 + 1.2 * scene.intensity),
        sizes: [2, 12 * scene.size],
        gain: 0.8,
      });
      return sound;
    },
  },
  boiling: {
    words: 'boiling, boiling water, boil, simmer, cauldron, boiling pot, lava',
    hints: 'soup, witch, volcano',
    seconds: 5,
    isAmbience: true,
    make: boiling,
  },
  underwater: {
    words: 'underwater, under water, deep sea, diving, scuba',
    hints: 'fish, whale',
    seconds: 7,
    isAmbience: true,
    room: 'hall',
    make: underwater,
  },
};
