import type { Family } from '../kind.ts';
import { arcs, field, laser, power } from '../recipes/energy.ts';
import { robot, scanner, spaceship, teleport, warp } from '../recipes/science-fiction.ts';

export const SCIENCE_FICTION: Family = {
  laser: {
    words: 'laser, laser gun, blaster, laser shot, ray gun, phaser, pew, pew pew, laser beam',
    hints: 'alien, star, shooter',
    seconds: 0.8,
    room: 'small room',
    make: laser,
  },
  teleport: {
    words: 'teleport, teleportation, transporter, beam up, portal, magic portal, materialize',
    hints: 'dimension, wizard',
    seconds: 2.6,
    room: 'hall',
    make: teleport,
  },
  'force field': {
    words: 'force field, forcefield, energy field, shield, energy shield, plasma',
    seconds: 4,
    isAmbience: true,
    room: 'room',
    make: (scene) => field(scene),
  },
  'energy sword': {
    words: 'energy sword, light saber, lightsaber, laser sword, plasma sword',
    seconds: 3,
    isAmbience: true,
    room: 'room',
    make: (scene) => field(scene, { hertz: 98, throb: 2.3 }),
  },
  robot: {
    words: 'robot, droid, robot beeps, robot talking, computer beeps, computer voice, r2d2, data, computing',
    hints: 'android, cyborg, machine, computer',
    seconds: 1.8,
    room: 'small room',
    make: robot,
  },
  'power up': {
    words: 'power up, powering up, charge up, charging, startup, boot, turbine start, energize',
    seconds: 2.2,
    room: 'room',
    make: (scene) => power(scene, true),
  },
  'power down': {
    words: 'power down, powering down, shut down, shutdown, power failure, blackout, turbine stop',
    seconds: 2.2,
    room: 'room',
    make: (scene) => power(scene, false),
  },
  spaceship: {
    words: 'spaceship, space ship, spaceship hum, starship, space ambience, spacecraft, ufo, engine room',
    hints: 'space, galaxy, alien, cosmos',
    seconds: 7,
    isAmbience: true,
    room: 'hall',
    make: spaceship,
  },
  warp: {
    words: 'warp, hyperspace, warp drive, light speed, time travel, time machine',
    seconds: 3,
    room: 'hall',
    make: warp,
  },
  scanner: {
    words: 'scanner, scan, scanning, tricorder, medical scanner',
    seconds: 2.5,
    isAmbience: true,
    room: 'small room',
    make: scanner,
  },
  electricity: {
    words:
      'electricity, electric shock, electric spark, zap, tesla coil, short circuit, arc, electrocution, taser, lightning bolt spell',
    hints: 'shock, voltage',
    seconds: 2,
    room: 'room',
    make: arcs,
  },
};
