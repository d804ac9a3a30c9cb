import { LATIN, type Language } from '../../language.ts';

export const french: Language<'fr'> = {
  code: 'fr',
  name: 'French',
  script: LATIN,
  accent: 'french',
  presets: { kokoro: 'f' },
  previewLine: 'Bonjour. Voici ma voix quand je lis vos mots à haute voix.',
  disclosure: {
    agent: 'Je suis une intelligence artificielle, pas un être humain.',
    speech: 'Cette voix a été créée par un ordinateur.',
    label: 'Créé avec l’IA',
  },
  matching: {
    steering: [
      'Nous sommes partis presque un an, et nous voilà chez nous.',
      'Elle a posé la tasse bleue sur la vieille table.',
    ],
    scoring: 'Le jeune homme a acheté cinq oranges et du pain frais au marché.',
  },
  letterSeconds: 0.054,
};
