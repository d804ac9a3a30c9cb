import { sway } from '../blocks/curves.ts';
import { times } from '../blocks/signal.ts';
import type { Family } from '../kind.ts';
import { helicopter, idle, jet, passing, start, train } from '../recipes/engines.ts';
import { airflow, clock, hum, motor, radio, sawing } from '../recipes/machines.ts';

export const MACHINES: Family = {
  'engine idle': {
    words: 'engine idle, car engine, engine, idling engine, car idle, car, motor, truck idle, tractor',
    hints: 'vehicle, garage',
    seconds: 4,
    isAmbience: true,
    room: 'dry',
    make: (scene) => idle(scene),
  },
  'engine start': {
    words:
      'engine start, car engine start, car engine starting, car start, starting a car, car starting, start the engine, starting engine',
    seconds: 3.5,
    room: 'outdoors',
    make: start,
  },
  'car passing': {
    words:
      'car passing, car pass by, car drives by, passing car, car driving by, traffic, race car, road, highway',
    hints: 'city, driving, speed',
    seconds: 4,
    room: 'outdoors',
    make: (scene) => passing(scene),
  },
  motorcycle: {
    words: 'motorcycle, motorbike, moped, scooter, dirt bike',
    seconds: 4,
    isAmbience: true,
    room: 'dry',
    make: (scene) => idle(scene, { firings: 38, pipe: 140, bright: 2_200 }),
  },
  truck: {
    words: 'truck, lorry, diesel, bus, tank, bulldozer',
    seconds: 4,
    isAmbience: true,
    room: 'dry',
    make: (scene) =>
      idle({ ...scene, size: 1.8 * scene.size }, { firings: 24, pipe: 60, bright: 650, tick: 0.1 }),
  },
  helicopter: {
    words: 'helicopter, chopper, rotor',
    hints: 'military, rescue',
    seconds: 5,
    isAmbience: true,
    room: 'dry',
    make: helicopter,
  },
  'propeller plane': {
    words: 'propeller plane, propeller, airplane, plane, aircraft, drone flying, biplane',
    seconds: 5,
    isAmbience: true,
    room: 'dry',
    make: (scene) => idle(scene, { firings: 72, pipe: 120, bright: 1_300, tick: 0 }),
  },
  jet: {
    words: 'jet, jet plane, jet flyby, fighter jet, jet engine, rocket launch, rocket',
    hints: 'airport, space shuttle',
    seconds: 6,
    room: 'outdoors',
    make: jet,
  },
  train: {
    words: 'train, railway, train tracks, steam train, subway, metro, train passing, tram',
    hints: 'station, locomotive',
    seconds: 6,
    isAmbience: true,
    room: 'dry',
    make: train,
  },
  drill: {
    words: 'drill, power drill, drilling, electric drill, dentist drill, screwdriver',
    hints: 'dentist, renovation',
    seconds: 3,
    isAmbience: true,
    make: (scene) => motor(scene, { hertz: 260, noise: 0.4, bright: 4_500, shake: 0.06 }),
  },
  chainsaw: {
    words: 'chainsaw, chain saw, lawn mower, lawnmower, leaf blower',
    hints: 'lumberjack, garden work',
    seconds: 4,
    isAmbience: true,
    room: 'dry',
    make: (scene) => idle(scene, { firings: 118, pipe: 210, bright: 5_200, tick: 0.2 }),
  },
  vacuum: {
    words: 'vacuum, vacuum cleaner, hoover, hair dryer, hairdryer, blow dryer',
    hints: 'cleaning',
    seconds: 4,
    isAmbience: true,
    make: (scene) => motor(scene, { hertz: 210, noise: 2, bright: 1_800, shake: 0.01, q: 0.4 }),
  },
  blender: {
    words: 'blender, mixer, food processor, coffee grinder, juicer',
    seconds: 3,
    isAmbience: true,
    room: 'small room',
    make: (scene) => motor(scene, { hertz: 165, noise: 1.2, bright: 2_600, shake: 0.05 }),
  },
  'washing machine': {
    words: 'washing machine, laundry, dryer, dishwasher',
    seconds: 5,
    isAmbience: true,
    make: (scene) => {
      const sound = motor(scene, { hertz: 48, noise: 0.5, bright: 600 });
      const turn = sway(scene.length, 1.1 * scene.speed, [0.35, 1]);
      return { left: times(sound.left, turn), right: times(sound.right, turn) };
    },
  },
  fan: {
    words: 'fan, ventilator, air conditioner, air conditioning, ventilation, computer fan, room tone',
    hints: 'office, server',
    seconds: 5,
    isAmbience: true,
    make: (scene) => airflow(scene, 600, 9),
  },
  'electric hum': {
    words:
      'electric hum, hum, electrical hum, transformer, power line, fluorescent light, fridge, refrigerator, neon',
    hints: 'electric, electricity',
    seconds: 4,
    isAmbience: true,
    make: (scene) => hum(scene),
  },
  clock: {
    words: 'clock, clock ticking, ticking clock, tick tock, ticking, watch, time bomb, metronome',
    hints: 'time, waiting',
    seconds: 4,
    isAmbience: true,
    room: 'small room',
    make: clock,
  },
  'radio static': {
    words:
      'radio static, static, white noise, tv static, radio noise, interference, walkie talkie, television noise',
    hints: 'radio, signal',
    seconds: 3,
    isAmbience: true,
    room: 'dry',
    make: radio,
  },
  sawing: {
    words: 'sawing, saw, hand saw, sawing wood, sanding, sandpaper, filing',
    hints: 'carpentry',
    seconds: 3,
    isAmbience: true,
    room: 'small room',
    make: sawing,
  },
};
