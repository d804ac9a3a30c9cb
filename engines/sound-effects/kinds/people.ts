import type { Family } from '../kind.ts';
import { repeated } from '../recipes/impacts.ts';
import { applause, boo, breath, cheer, clap, fingerSnap, heartbeat, murmur } from '../recipes/people.ts';

export const PEOPLE: Family = {
  applause: {
    words: 'applause, clapping, audience clapping, crowd clapping, ovation, standing ovation, audience',
    hints: 'theatre, theater, concert, show, audience',
    seconds: 5,
    isAmbience: true,
    room: 'hall',
    make: applause,
  },
  clap: {
    words: 'clap, hand clap, single clap, claps, slow clap',
    seconds: 0.8,
    make: (scene) => repeated(scene, 1, 0.5, () => clap(scene.chance)),
  },
  cheer: {
    words: 'cheer, cheering, crowd cheering, cheering crowd, stadium, crowd cheer, fans',
    hints: 'goal, sports, win, party',
    seconds: 5,
    room: 'hall',
    make: cheer,
  },
  crowd: {
    words:
      'crowd, crowd murmur, murmur, people talking, restaurant, cafe, coffee shop, coffee house, diner, food court, chatter, walla, party crowd, lobby, babble',
    hints: 'market, mall, bar, pub, people',
    seconds: 6,
    isAmbience: true,
    room: 'hall',
    make: murmur,
  },
  boo: { words: 'boo, booing, crowd booing, angry crowd', seconds: 3.5, room: 'hall', make: boo },
  heartbeat: {
    words: 'heartbeat, heart beat, heart, pulse, heart beating',
    hints: 'nervous, fear, alive',
    seconds: 4,
    isAmbience: true,
    room: 'dry',
    make: heartbeat,
  },
  breathing: {
    words:
      'breathing, breath, heavy breathing, breathe, gasp, sigh, panting, diver breathing, astronaut breathing',
    seconds: 5,
    room: 'small room',
    make: breath,
  },
  'finger snap': {
    words: 'finger snap, snap fingers, fingers, finger click',
    seconds: 0.6,
    room: 'small room',
    make: fingerSnap,
  },
};
