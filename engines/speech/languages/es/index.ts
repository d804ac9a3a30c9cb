import { LATIN, type Language } from '../../language.ts';

export const spanish: Language<'es'> = {
  code: 'es',
  name: 'Spanish',
  script: LATIN,
  accent: 'spanish',
  presets: { kokoro: 'e' },
  previewLine: 'Hola. Así sueno cuando leo tus palabras en voz alta.',
  disclosure: {
    agent: 'Soy una inteligencia artificial, no una persona.',
    speech: 'Esta voz está hecha con inteligencia artificial.',
    label: 'Hecho con IA',
  },
  matching: {
    steering: [
      'Vivimos lejos casi un año y ahora estamos en casa.',
      'Ella puso la taza azul sobre la mesa vieja.',
    ],
    scoring: 'El joven compró cinco naranjas y un poco de pan fresco en el mercado.',
  },
  letterSeconds: 0.064,
};
