import { LATIN, type Language } from '../../language.ts';

export const french: Language<'fr'> = {
  code: 'fr',
  name: 'French',
  script: LATIN,
  accent: 'french',
  presets: { kokoro: 'f' },
  previewLine: 'Bonjour. Voici ma voix quand je lis vos mots à haute voix.',
  matching: {
    steering: [
      'Nous sommes partis presque un an, et nous voilà chez nous.',
      'Elle a posé la tasse bleue sur la vieille table.',
    ],
    scoring: 'Le jeune homme a acheté cinq oranges et du pain frais au marché.',
  },
  letterSeconds: 0.054,
};
