import { glides, lines } from '../blocks/curves.ts';
import { lowPass } from '../blocks/filters.ts';
import { addAt, addPanned, centred, samplesIn, silence, silentStereo, times } from '../blocks/signal.ts';
import { pulse, sine } from '../blocks/tones.ts';
import type { Family } from '../kind.ts';
import { repeated } from '../recipes/impacts.ts';
import {
  chip,
  click,
  error,
  glass,
  hertzOf,
  marimba,
  pop,
  shutter,
  tune,
  typing,
  UI,
} from '../recipes/interface.ts';

export const INTERFACE: Family = {
  click: {
    ...UI,
    words: 'click, button click, mouse click, ui click, button, button press, select',
    hints: 'ui, interface, menu, app',
    seconds: 0.5,
    make: (scene) => repeated(scene, 1, 0.25, () => click(scene.chance, 1_900 / scene.size, 0.035)),
  },
  tap: {
    ...UI,
    words: 'tap, soft tap, touch, hover, tick ui, keypress',
    seconds: 0.5,
    make: (scene) => repeated(scene, 1, 0.25, () => click(scene.chance, 750 / scene.size, 0.05)),
  },
  toggle: {
    ...UI,
    words: 'toggle, toggle on, checkbox, switch ui, toggle off',
    seconds: 0.5,
    make: (scene) => {
      const sound = silence(scene.length / 44_100);
      addAt(sound, click(scene.chance, 1_100, 0.04), 0);
      addAt(sound, click(scene.chance, 1_650, 0.05), samplesIn(0.06));
      return centred(sound);
    },
  },
  pop: {
    ...UI,
    words: 'pop, pops, bubble pop, pop up, popup, balloon pop, cork, cork pop, champagne',
    hints: 'balloon, bottle',
    seconds: 0.6,
    make: (scene) => repeated(scene, 1, 0.2, () => pop(scene.size)),
  },
  success: {
    ...UI,
    words:
      'success, correct, confirmation, complete, task complete, achievement, win, positive, right answer',
    hints: 'yes, done, ok',
    seconds: 1.2,
    make: (scene) => tune(scene, marimba, [72, 0, 76, 0.09, 79, 0.18, 84, 0.27], 0.9),
  },
  error: {
    ...UI,
    words: 'error, wrong, wrong answer, fail, failure, denied, access denied, buzzer, invalid, incorrect',
    hints: 'no, stop, lose',
    seconds: 0.8,
    make: error,
  },
  notification: {
    ...UI,
    words:
      'notification, notification sound, alert sound, phone notification, chime notification, new mail, email, reminder',
    hints: 'phone, app',
    seconds: 1.5,
    make: (scene) => tune(scene, glass, [83, 0, 88, 0.13], 1.2),
  },
  message: {
    ...UI,
    words: 'message, message sent, text message, chat, message received, sms',
    seconds: 1,
    make: (scene) => tune(scene, marimba, [79, 0, 86, 0.08], 0.5),
  },
  coin: {
    ...UI,
    words: 'coin, coin pickup, collect coin, pickup, pick up, collect, game coin, gem',
    hints: 'money, game, arcade, retro',
    seconds: 0.9,
    make: (scene) => {
      const sound = silentStereo(scene.length);
      addPanned(sound, chip(hertzOf(83), 0.08), 0, 0.5);
      addPanned(sound, chip(hertzOf(88), 0.5), samplesIn(0.08), 0.5);
      return sound;
    },
  },
  'level up': {
    ...UI,
    words: 'level up, power up jingle, bonus, victory, fanfare, game win, unlock achievement',
    seconds: 1.6,
    make: (scene) => tune(scene, chip, [60, 0, 64, 0.1, 67, 0.2, 72, 0.3, 76, 0.4, 79, 0.5, 84, 0.6], 0.35),
  },
  'game over': {
    ...UI,
    words: 'game over, lose game, player dies, death jingle',
    seconds: 1.8,
    make: (scene) => tune(scene, chip, [72, 0, 67, 0.2, 64, 0.4, 69, 0.6, 68, 0.75, 67, 0.9, 60, 1.15], 0.3),
  },
  jump: {
    ...UI,
    words: 'jump, game jump, hop, 8 bit jump',
    seconds: 0.5,
    make: (scene) => {
      const n = Math.min(scene.length, samplesIn(0.3));
      const whole = silence(scene.length / 44_100);
      addAt(
        whole,
        times(lowPass(pulse(n, glides(n, [0, 220, 1, 780]), 0.3), 7_000), lines(n, [0, 0, 0.05, 1, 1, 0])),
        0,
        0.6,
      );
      return centred(whole);
    },
  },
  beep: {
    ...UI,
    words:
      'beep, beeps, countdown, countdown beep, countdown timer, bomb countdown, timer, bleep, heart monitor, microwave, checkout beep, barcode scanner',
    hints: 'hospital, supermarket',
    seconds: 1.5,
    make: (scene) =>
      repeated(scene, 3, 0.5, () => {
        const n = samplesIn(0.14);
        return times(sine(n, 1_000 / scene.size), lines(n, [0, 0, 0.04, 1, 0.9, 1, 1, 0]));
      }),
  },
  keyboard: {
    ...UI,
    words: 'keyboard, typing, typing on a keyboard, computer keyboard, keyboard typing, type',
    hints: 'office, computer, hacker, writing',
    seconds: 3,
    room: 'small room',
    isAmbience: true,
    make: (scene) => typing(scene, false),
  },
  typewriter: {
    words: 'typewriter, typewriter typing',
    hints: 'author, newspaper',
    seconds: 3,
    room: 'small room',
    isAmbience: true,
    make: (scene) => typing({ ...scene, speed: 0.8 * scene.speed }, true),
  },
  'camera shutter': {
    words: 'camera shutter, camera, shutter, photo, snapshot, taking a photo',
    hints: 'paparazzi, picture',
    seconds: 0.7,
    room: 'small room',
    make: shutter,
  },
};
