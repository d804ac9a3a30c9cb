import { between } from '../../dsp/index.ts';
import { addPanned, samplesIn, silentStereo } from '../blocks/signal.ts';
import type { Family } from '../kind.ts';
import { BAR, BELL, bell, chimes, GONG, phone, ringtone } from '../recipes/bells.ts';
import { repeated } from '../recipes/impacts.ts';
import { hertzOf } from '../recipes/interface.ts';

export const BELLS: Family = {
  ding: {
    words:
      'ding, desk bell, service bell, reception bell, counter bell, bell ding, bicycle bell, elevator ding, elevator bell, bell',
    hints: 'hotel, elevator, bike, register, cash',
    seconds: 2.2,
    room: 'small room',
    make: (scene) => repeated(scene, 1, 0.5, () => bell(scene.chance, BAR, 2_100 / scene.size, 2.4)),
  },
  doorbell: {
    words: 'doorbell, door bell, ding dong',
    seconds: 2.5,
    make: (scene) => {
      const sound = silentStereo(scene.length);
      addPanned(sound, bell(scene.chance, BAR, hertzOf(76), 2), 0, 0.8);
      addPanned(sound, bell(scene.chance, BAR, hertzOf(72), 2.2), samplesIn(0.6), 0.8);
      return sound;
    },
  },
  'church bell': {
    words: 'church bell, church bells, bell tower, bell tolling, toll, cathedral bell, clock tower, big ben',
    hints: 'church, wedding, funeral, village',
    seconds: 6,
    room: 'street',
    make: (scene) => repeated(scene, 2, 2.2, () => bell(scene.chance, BELL, 330 / scene.size, 6)),
  },
  gong: {
    words: 'gong, tam tam, temple gong, singing bowl, temple bell',
    hints: 'meditation, zen, asian, temple',
    seconds: 6,
    room: 'hall',
    make: (scene) => repeated(scene, 1, 3, () => bell(scene.chance, GONG, 92 / scene.size, 8, 0.003)),
  },
  'wind chimes': {
    words: 'wind chimes, wind chime, chimes, chime, mobile',
    hints: 'porch',
    seconds: 5,
    isAmbience: true,
    room: 'dry',
    make: chimes,
  },
  'school bell': {
    words: 'school bell, alarm bell, bell ringing, ringing bell, fire bell, boxing bell',
    hints: 'school',
    seconds: 3,
    room: 'hall',
    make: (scene) => {
      const sound = silentStereo(scene.length);
      const one = bell(scene.chance, BELL, 1_150, 0.9);
      for (let at = 0; at < scene.length; at += samplesIn(0.055))
        addPanned(sound, one, at, between(scene.chance, 0.35, 0.5));
      return sound;
    },
  },
  telephone: {
    words: 'telephone, old phone, phone ring, phone ringing, telephone ring, rotary phone, phone',
    hints: 'call',
    seconds: 2.6,
    make: phone,
  },
  ringback: {
    words: 'ringback, dial tone, phone call tone, calling tone',
    seconds: 2,
    room: 'dry',
    make: ringtone,
  },
  triangle: {
    words: 'triangle, dinner bell, sleigh bells, jingle bells, tambourine',
    hints: 'christmas, santa',
    seconds: 2.5,
    make: (scene) =>
      repeated(scene, 4, 0.28, () => bell(scene.chance, BAR, between(scene.chance, 3_400, 4_600), 1.4)),
  },
};
