import type { Family } from '../kind.ts';
import { repeated } from '../recipes/impacts.ts';
import { cannon, reload, ricochet, shot, withEchoes } from '../recipes/weapons.ts';

export const WEAPONS: Family = {
  gunshot: {
    words:
      'gunshot, gun shot, gun, pistol, shot, shooting, gunfire, revolver, rifle, rifle shot, shots, gunshots',
    hints: 'cowboy, western, crime, sniper, war',
    seconds: 2,
    room: 'outdoors',
    make: (scene) =>
      withEchoes(
        repeated(scene, 1, 0.5, () => shot(scene.chance, scene.size)),
        scene.chance,
      ),
  },
  'machine gun': {
    words: 'machine gun, machinegun, automatic gun, automatic weapon, assault rifle, minigun',
    hints: 'war, soldier',
    seconds: 2.2,
    room: 'outdoors',
    make: (scene) =>
      withEchoes(
        repeated(scene, 12, 0.092, () => shot(scene.chance, 0.9 * scene.size)),
        scene.chance,
      ),
  },
  shotgun: {
    words: 'shotgun, double barrel',
    seconds: 2.2,
    room: 'outdoors',
    make: (scene) =>
      withEchoes(
        repeated(scene, 1, 0.9, () => shot(scene.chance, 2 * scene.size)),
        scene.chance,
      ),
  },
  cannon: {
    words: 'cannon, cannon fire, artillery, tank shot, mortar',
    hints: 'pirate, castle, siege',
    seconds: 3.5,
    room: 'outdoors',
    make: cannon,
  },
  ricochet: {
    words: 'ricochet, bullet ricochet, bullet, bullet whiz',
    seconds: 1.2,
    room: 'outdoors',
    make: ricochet,
  },
  reload: {
    words: 'reload, gun reload, gun cock, cocking gun, magazine, load gun, rack',
    seconds: 1,
    room: 'small room',
    make: reload,
  },
};
