import { LATIN, type Language } from '../../language.ts';

export const italian: Language<'it'> = {
  code: 'it',
  name: 'Italian',
  script: LATIN,
  accent: 'italian',
  presets: { kokoro: 'i' },
  previewLine: 'Ciao. Ecco come suona la mia voce quando leggo le tue parole.',
  disclosure: {
    agent: 'Sono un’intelligenza artificiale, non una persona.',
    speech: 'Questa voce è stata creata da un computer.',
    label: 'Creato con l’IA',
  },
  matching: {
    steering: [
      'Siamo stati via quasi un anno e ora siamo a casa.',
      'Lei ha messo la tazza blu sul vecchio tavolo.',
    ],
    scoring: 'Il giovane ha comprato cinque arance e del pane fresco al mercato.',
  },
  letterSeconds: 0.069,
};
