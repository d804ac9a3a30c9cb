import { wander } from '../blocks/curves.ts';
import { bandPass } from '../blocks/filters.ts';
import { SUBSTANCES } from '../blocks/modes.ts';
import { sparks } from '../blocks/noise.ts';
import { addAt, times, wide } from '../blocks/signal.ts';
import type { Family } from '../kind.ts';
import { blizzard, drumming, hail, rain, thunder, wind } from '../recipes/weather.ts';

export const WEATHER: Family = {
  rain: {
    words: 'rain, raining, rainfall, rain shower, rainy',
    hints: 'wet, weather, monsoon, jungle, rainforest',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => rain(scene),
  },
  drizzle: {
    words: 'drizzle, light rain, gentle rain, soft rain, sprinkle',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => rain({ ...scene, intensity: 0.15 }, { tone: 6_500, bed: 0.6 }),
  },
  downpour: {
    words: 'downpour, heavy rain, pouring rain, torrential rain, cloudburst, rainstorm',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => rain({ ...scene, intensity: 1 }, { tone: 3_800, bed: 1.6 }),
  },
  'rain on a tin roof': {
    words:
      'rain on a tin roof, rain on tin roof, rain on metal, rain on a metal roof, rain on the roof, rain on roof, rain on a car, rain on a car roof',
    seconds: 6,
    isAmbience: true,
    make: (scene) => drumming(scene, SUBSTANCES.metal, 0.12),
  },
  'rain on a window': {
    words: 'rain on a window, rain on window, rain on the window, rain against the window, rain on glass',
    seconds: 6,
    isAmbience: true,
    make: (scene) => drumming({ ...scene, intensity: 0.7 * scene.intensity }, SUBSTANCES.glass, 0.05),
  },
  'rain on an umbrella': {
    words: 'rain on an umbrella, rain on umbrella, umbrella, rain on a tent, tent',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: (scene) => drumming(scene, SUBSTANCES.plastic, 0.03),
  },
  thunder: {
    words: 'thunder, thunderclap, thunder clap, thunder crack, lightning, lightning strike, thunderbolt',
    hints: 'zeus, storm',
    seconds: 6,
    room: 'outdoors',
    make: (scene) => thunder(scene),
  },
  'rolling thunder': {
    words: 'rolling thunder, distant thunder, thunder rumble, rumbling thunder, thunder rolling, far thunder',
    seconds: 7,
    room: 'outdoors',
    make: (scene) => thunder(scene, { crack: 0, rolls: 9 }),
  },
  thunderstorm: {
    words: 'thunderstorm, thunder storm, storm, tempest, hurricane, typhoon',
    seconds: 8,
    isAmbience: true,
    room: 'dry',
    make: (scene) => {
      const sound = rain({ ...scene, intensity: 0.85 }, { tone: 4_000 });
      const roll = thunder(scene, { crack: 0.6, rolls: 4 });
      const air = wind({ ...scene, intensity: 0.7 });
      addAt(sound.left, roll.left, 0, 0.5);
      addAt(sound.right, roll.right, 0, 0.5);
      addAt(sound.left, air.left, 0, 0.25);
      addAt(sound.right, air.right, 0, 0.25);
      return sound;
    },
  },
  hail: {
    words: 'hail, hailstorm, hailstones, sleet',
    seconds: 5,
    isAmbience: true,
    room: 'dry',
    make: hail,
  },
  wind: {
    words: 'wind, windy, blowing wind, wind blowing, gust, gust of wind',
    hints: 'desert, plain, mountain, air',
    seconds: 7,
    isAmbience: true,
    room: 'dry',
    make: (scene) => wind(scene),
  },
  breeze: {
    words:
      'breeze, light wind, gentle wind, soft wind, wind in the trees, rustling trees, wind through leaves',
    hints: 'meadow, field, trees, leaves',
    seconds: 7,
    isAmbience: true,
    room: 'dry',
    make: (scene) => {
      const sound = wind(
        { ...scene, intensity: 0.15, speed: 0.7 * scene.speed },
        { howl: 0, low: 250, high: 500 },
      );
      const rustle = wide(() =>
        times(
          bandPass(sparks(scene.length, 6_000, scene.chance, 3), 4_500, 0.5),
          wander(scene.length, scene.chance, 0.8, [0.02, 1]),
        ),
      );
      addAt(sound.left, rustle.left, 0, 0.5);
      addAt(sound.right, rustle.right, 0, 0.5);
      return sound;
    },
  },
  'howling wind': {
    words:
      'howling wind, wind howling, howling gale, gale, whistling wind, wind whistling, strong wind, heavy wind',
    seconds: 7,
    isAmbience: true,
    room: 'dry',
    make: (scene) => wind({ ...scene, intensity: 0.8 }, { howl: 1, low: 220, high: 620 }),
  },
  blizzard: {
    words: 'blizzard, snowstorm, snow storm, arctic wind',
    hints: 'arctic, polar',
    seconds: 7,
    isAmbience: true,
    room: 'dry',
    make: blizzard,
  },
};
