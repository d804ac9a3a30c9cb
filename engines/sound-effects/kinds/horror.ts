import type { Family } from '../kind.ts';
import { drone, ghost, growl, jumpScare, scrape, strings, tinnitus } from '../recipes/horror.ts';

export const HORROR: Family = {
  'dark drone': {
    words:
      'dark drone, drone, horror ambience, dark ambience, eerie, scary ambience, ominous, creepy, dungeon, spooky',
    hints: 'horror, scary, dark, fear, haunted, nightmare',
    seconds: 7,
    isAmbience: true,
    room: 'cave',
    make: drone,
  },
  'horror strings': {
    words: 'horror strings, tension, suspense, scary strings, psycho, suspense strings, violins',
    hints: 'thriller',
    seconds: 4,
    room: 'hall',
    make: (scene) => strings(scene, true),
  },
  'jump scare': {
    words: 'jump scare, jumpscare, scare, horror hit, horror sting, shock',
    seconds: 3,
    room: 'hall',
    make: jumpScare,
  },
  growl: {
    words:
      'growl, monster, monster growl, roar, beast, zombie, creature, dragon, lion, bear, tiger, dinosaur, demon, monster roar',
    hints: 'orc, troll, giant, animal',
    seconds: 2.6,
    room: 'cave',
    make: growl,
  },
  scrape: {
    words:
      'scrape, metal scrape, scraping, dragging metal, scratch, scratching, nails on chalkboard, knife sharpen, sharpening, dragging, sword draw, sword drawn, drawing sword, unsheathe, record scratch',
    seconds: 2.5,
    room: 'warehouse',
    make: scrape,
  },
  ghost: {
    words: 'ghost, moan, spirit, phantom, banshee, wail, ghostly, haunting',
    hints: 'graveyard, cemetery, halloween, soul',
    seconds: 4,
    room: 'cathedral',
    make: ghost,
  },
  'ear ringing': {
    words: 'ear ringing, tinnitus, ringing ears, shell shock, high pitched ringing, flashbang',
    seconds: 4,
    room: 'dry',
    make: tinnitus,
  },
};
