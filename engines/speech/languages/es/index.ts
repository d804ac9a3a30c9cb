import { LATIN, type Language } from '../../language.ts';

export const spanish: Language<'es'> = {
  code: 'es',
  name: 'Spanish',
  script: LATIN,
  accent: 'spanish',
  presets: { kokoro: 'e' },
  previewLine: 'Hola. Así sueno cuando leo tus palabras en voz alta.',
  matching: {
    steering: [
      'Vivimos lejos casi un año y ahora estamos en casa.',
      'Ella puso la taza azul sobre la mesa vieja.',
    ],
    scoring: 'El joven compró cinco naranjas y un poco de pan fresco en el mercado.',
  },
  letterSeconds: 0.064,
};
