import type { Family } from '../kind.ts';
import { close, creak, keys, knock, lock, slam, slide, switchClick, zipper } from '../recipes/doors.ts';

export const DOORS: Family = {
  knock: {
    words:
      'knock, knocks, knocking, door knock, knock on the door, knock on a door, knock at the door, knocking on a door, knocking on the door, knocks on a wooden door, knocks on the door, knocks on a door',
    hints: 'visitor',
    seconds: 1.6,
    make: knock,
  },
  'door slam': {
    words: 'door slam, slam, slamming door, door slams, slammed door, door bang, gate slam',
    seconds: 1.6,
    make: slam,
  },
  'door close': {
    words:
      'door close, door closing, closing door, close the door, door shut, door, cupboard, drawer, open door, door opening, door open, opening door',
    seconds: 1.4,
    make: close,
  },
  'door creak': {
    words:
      'door creak, creak, creaking, creaking door, squeaky door, squeaking door, creaky door, hinge, creaky floor, floorboard creak, squeak, old door, ship creaking, rusty',
    hints: 'haunted, spooky, old house',
    seconds: 2.6,
    make: (scene) => creak(scene),
  },
  'sliding door': {
    words:
      'sliding door, slide door, door sliding, door slide, door sliding open, elevator door, drawer slide, window opening',
    seconds: 1.5,
    make: slide,
  },
  lock: {
    words: 'lock, unlock, key in lock, key turning, turning key, locking, bolt, latch, padlock',
    hints: 'prison, safe',
    seconds: 1.3,
    room: 'small room',
    make: lock,
  },
  keys: {
    words: 'keys, key, keys jingling, jingle keys, key ring, chain, chains, coins, jingling, rattling chains',
    seconds: 1.6,
    room: 'small room',
    make: keys,
  },
  switch: {
    words: 'switch, light switch, lever, flip switch, toggle switch',
    seconds: 0.5,
    room: 'small room',
    make: switchClick,
  },
  zipper: { words: 'zipper, zip, unzip, zip up', seconds: 0.9, room: 'small room', make: zipper },
};
