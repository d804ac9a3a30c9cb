import { SUBSTANCES } from '../blocks/modes.ts';
import { addAt } from '../blocks/signal.ts';
import { blow } from '../blocks/strikes.ts';
import type { Family } from '../kind.ts';
import {
  clash,
  crash,
  dropped,
  impact,
  of,
  punch,
  repeated,
  shatter,
  slap,
  snap,
  spring,
} from '../recipes/impacts.ts';

export const IMPACTS: Family = {
  'wood hit': of(
    'wood',
    'wood hit, hit on wood, wooden hit, wood impact, wood block, knocking wood, plank, wood',
    { seconds: 1 },
  ),
  'metal hit': of(
    'metal',
    'metal hit, metal impact, metallic hit, clang, clank, metal, pipe hit, hammer on metal, anvil',
    { seconds: 2.5 },
  ),
  'glass clink': of(
    'glass',
    'glass clink, clink, glass hit, glasses, toast, cheers glasses, ice in a glass, glass',
    {
      seconds: 1.5,
      room: 'small room',
      hints: 'wine, bar',
      make: (scene) => impact({ ...scene, size: 0.5 * scene.size }, 'glass'),
    },
  ),
  'stone hit': of('stone', 'stone hit, rock hit, rock, stone, brick, rock impact', {
    seconds: 1,
  }),
  'plastic hit': of('plastic', 'plastic hit, plastic, plastic box, bucket', { seconds: 0.8 }),
  'plate clatter': {
    words: 'plate, dish, dishes, cup, ceramic, mug, plate clatter, clatter, cutlery',
    seconds: 1.8,
    make: (scene) => dropped(scene, 'ceramic', 0.66),
  },
  thud: {
    words: 'thud, body fall, falling body, heavy fall, thump, impact, hit, bump, stomp',
    seconds: 1.2,
    make: (scene) =>
      repeated(scene, 1, 0.6, () =>
        blow(
          {
            substance: SUBSTANCES[scene.material ?? 'cardboard'],
            size: 2 * scene.size,
            force: 0.3 + 0.4 * scene.intensity,
            seconds: 1,
          },
          scene.chance,
        ),
      ),
  },
  drop: {
    words:
      'coin drop, dropped, dropping, fall to the floor, falls on the floor, drops on the floor, dropping something',
    seconds: 1.8,
    make: (scene) => dropped({ ...scene, size: 0.35 * scene.size }, 'metal', 0.7),
  },
  'ball bounce': {
    words: 'ball bounce, bouncing ball, bounce, basketball, ball, dribble, ping pong, tennis',
    hints: 'sport, game',
    seconds: 2.5,
    room: 'hall',
    make: (scene) =>
      dropped({ ...scene, size: 1.6 * scene.size, material: scene.material ?? 'rubber' }, 'rubber', 0.74),
  },
  punch: {
    words: 'punch, fist, fight hit, kick, body hit, uppercut, fight',
    hints: 'boxing, martial',
    seconds: 0.8,
    room: 'small room',
    make: punch,
  },
  slap: {
    words: 'slap, smack, spank, face slap, whip, whip crack',
    seconds: 0.7,
    room: 'small room',
    make: slap,
  },
  'sword clash': {
    words: 'sword clash, swords, sword fight, sword, blade, blades clashing, knife, steel',
    hints: 'knight, pirate, duel, medieval',
    seconds: 2,
    make: clash,
  },
  'glass shatter': {
    words:
      'glass shatter, glass breaking, breaking glass, glass break, shattering glass, shatter, window breaking, broken glass, smashing glass, window smash, bottle smash, bottle breaking, bottle break, breaking bottle, glass bottle breaking, glass smashing',
    seconds: 2.2,
    make: (scene) => shatter(scene, 'glass'),
  },
  'plate break': {
    words:
      'plate break, breaking plate, pottery, vase, breaking dishes, pot breaking, ceramic break, plates smashing',
    seconds: 1.8,
    make: (scene) => shatter(scene, 'ceramic'),
  },
  'wood break': {
    words:
      'wood break, breaking wood, wood splintering, splinter, tree falling, wood crack, crate smash, breaking furniture',
    seconds: 1.8,
    make: (scene) => shatter(scene, 'wood'),
  },
  rockfall: {
    words:
      'rockfall, rock slide, landslide, avalanche, rubble, falling rocks, debris, collapse, rocks falling',
    hints: 'earthquake, mine',
    seconds: 3.5,
    room: 'canyon',
    make: (scene) => shatter({ ...scene, size: 2.2 * scene.size, intensity: 1 }, 'stone'),
  },
  'twig snap': {
    words:
      'twig snap, snap, twig, branch, branch breaking, stick breaking, bone break, bone crack, breaking bone, crack',
    seconds: 0.8,
    room: 'outdoors',
    make: snap,
  },
  crash: {
    words: 'crash, car crash, collision, pile up, smash, wreck, pots and pans, falling shelf',
    hints: 'accident',
    seconds: 2.5,
    make: crash,
  },
  hammer: {
    words: 'hammer, hammering, nail, hammer and nail, construction',
    hints: 'carpenter, workshop',
    seconds: 2.5,
    make: (scene) =>
      repeated(scene, 4, 0.55, () => {
        const hit = blow({ substance: SUBSTANCES.wood, size: 0.8, force: 0.9, seconds: 0.5 }, scene.chance);
        addAt(
          hit,
          blow(
            { substance: { ...SUBSTANCES.metal, seconds: 0.18 }, size: 0.5, force: 1, seconds: 0.5 },
            scene.chance,
          ),
          0,
          0.6,
        );
        return hit;
      }),
  },
  'spring twang': {
    words: 'twang, spring, rubber band, bow string, string, pluck',
    seconds: 1.5,
    make: spring,
  },
};
