import type { Family } from '../kind.ts';
import { cards, handled, pageTurn, tear } from '../recipes/paper.ts';

export const PAPER: Family = {
  paper: {
    words: 'paper, paper rustle, rustling paper, papers, newspaper rustle, rustle, documents',
    hints: 'letter, office',
    seconds: 2.5,
    room: 'small room',
    make: (scene) => handled(scene),
  },
  'page turn': {
    words: 'page turn, turning page, turn page, page, book, page flip, turning pages, newspaper',
    hints: 'read, library, story',
    seconds: 0.9,
    room: 'small room',
    make: pageTurn,
  },
  crumple: {
    words:
      'crumple, paper crumple, crumpling paper, crumple paper, crinkle, wrapping paper, plastic bag, bag, chips bag, foil, wrapper, gift wrap',
    seconds: 2,
    room: 'small room',
    make: (scene) => handled(scene, { perSecond: 1_500, hertz: 3_000, snap: 1.5 }),
  },
  'paper tear': {
    words:
      'paper tear, tearing paper, tear, rip, ripping paper, ripping, torn paper, tape, duct tape, velcro',
    seconds: 1,
    room: 'small room',
    make: (scene) => tear(scene),
  },
  'cloth tear': {
    words: 'cloth tear, ripping cloth, tearing fabric, fabric rip',
    seconds: 1,
    room: 'small room',
    make: (scene) => tear(scene, 1_700),
  },
  cloth: {
    words:
      'cloth, clothes, fabric, cloth rustle, clothing, jacket, bed sheets, flag, flapping, wings, wing flaps',
    hints: 'dress, curtain, cape, sail',
    seconds: 2,
    room: 'small room',
    make: (scene) => handled(scene, { perSecond: 2_500, hertz: 1_300, snap: 0.1 }),
  },
  cards: {
    words: 'cards, card shuffle, shuffling cards, shuffle, deck of cards, playing cards',
    hints: 'poker, casino',
    seconds: 1.6,
    room: 'small room',
    make: cards,
  },
};
