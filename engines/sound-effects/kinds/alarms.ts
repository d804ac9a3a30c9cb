import { lines } from '../blocks/curves.ts';
import { lowPass } from '../blocks/filters.ts';
import { addAt, centred, samplesIn, silence, times } from '../blocks/signal.ts';
import { pulse, sine } from '../blocks/tones.ts';
import type { Family } from '../kind.ts';
import { beeps, carHorn, klaxon, shipHorn, wail, whistle } from '../recipes/alarms.ts';

export const ALARMS: Family = {
  'police siren': {
    words: 'police siren, siren, police, police car, cop car',
    hints: 'emergency, crime, chase',
    seconds: 5,
    isAmbience: true,
    room: 'street',
    make: (scene) => wail(scene, 620, 1_450, 0.24, 'wail'),
  },
  yelp: {
    words: 'yelp siren, fast siren, american siren, fire truck, fire engine',
    seconds: 4,
    isAmbience: true,
    room: 'street',
    make: (scene) => wail(scene, 640, 1_500, 3, 'wail'),
  },
  ambulance: {
    words: 'ambulance, ambulance siren, european siren, hi lo siren, two tone siren',
    hints: 'accident, doctor',
    seconds: 5,
    isAmbience: true,
    room: 'street',
    make: (scene) => wail(scene, 435, 580, 0.85, 'steps'),
  },
  'air raid siren': {
    words: 'air raid siren, air raid, tornado siren, war siren, civil defense siren',
    hints: 'war, evacuation',
    seconds: 8,
    isAmbience: true,
    room: 'street',
    make: (scene) => wail(scene, 210, 470, 0.13, 'wail'),
  },
  'fire alarm': {
    words: 'fire alarm, evacuation alarm, building alarm',
    seconds: 4,
    isAmbience: true,
    room: 'hall',
    make: (scene) => wail(scene, 800, 2_400, 2.2, 'ramp'),
  },
  'smoke detector': {
    words: 'smoke detector, smoke alarm',
    seconds: 4,
    isAmbience: true,
    make: (scene) => beeps(scene, { hertz: 3_100, on: 0.5, off: 0.5, group: 3, rest: 1 }, sine),
  },
  'alarm clock': {
    words: 'alarm clock, alarm, digital alarm, wake up alarm, alarm beeping',
    hints: 'morning, wake, danger, warning',
    seconds: 3,
    isAmbience: true,
    room: 'small room',
    make: (scene) =>
      beeps(scene, { hertz: 2_050, on: 0.08, off: 0.07, group: 4, rest: 0.4 }, (n, hertz) =>
        lowPass(pulse(n, hertz), 8_000),
      ),
  },
  'car alarm': {
    words: 'car alarm, burglar alarm, house alarm, security alarm',
    hints: 'thief, burglar',
    seconds: 5,
    isAmbience: true,
    room: 'street',
    make: (scene) => wail(scene, 700, 1_900, 3.6, 'ramp'),
  },
  klaxon: {
    words: 'klaxon, submarine alarm, red alert, aooga, dive alarm, battle stations, spaceship alarm',
    seconds: 4,
    isAmbience: true,
    room: 'tunnel',
    make: klaxon,
  },
  'car horn': {
    words: 'car horn, honk, horn, honking, beep beep car, traffic jam',
    hints: 'angry driver',
    seconds: 2,
    room: 'street',
    make: carHorn,
  },
  'ship horn': {
    words: 'ship horn, foghorn, fog horn, boat horn, ferry, train horn, ship',
    hints: 'harbour, harbor, port',
    seconds: 4.5,
    room: 'canyon',
    make: shipHorn,
  },
  'referee whistle': {
    words: 'referee whistle, whistle, sports whistle, coach whistle, whistle blow',
    hints: 'football, soccer, referee',
    seconds: 1.2,
    room: 'outdoors',
    make: whistle,
  },
  sonar: {
    words: 'sonar, sonar ping, radar, submarine, ping',
    hints: 'navy',
    seconds: 4,
    room: 'cathedral',
    make: (scene) => {
      const sound = silence(scene.length / 44_100);
      for (let at = 0; at < scene.length; at += samplesIn(2.6 / scene.speed)) {
        const n = samplesIn(1.2);
        addAt(sound, times(sine(n, 1_480), lines(n, [0, 0, 0.004, 1, 0.08, 0.5, 0.4, 0.1, 1, 0])), at);
      }
      return centred(sound);
    },
  },
};
