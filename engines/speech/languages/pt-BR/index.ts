import { LATIN, type Language } from '../../language.ts';

export const brazilianPortuguese: Language<'pt-BR'> = {
  code: 'pt-BR',
  name: 'Brazilian Portuguese',
  aliases: ['pt'],
  script: LATIN,
  espeakVoice: 'pt-br',
  accent: 'brazilian',
  presets: { kokoro: 'p' },
  previewLine: 'Olá. É assim que a minha voz soa quando leio as suas palavras.',
  disclosure: {
    agent: 'Sou uma inteligência artificial, não uma pessoa.',
    speech: 'Esta voz foi criada por um computador.',
    label: 'Feito com IA',
  },
  matching: {
    steering: [
      'Ficamos fora quase um ano e agora estamos em casa.',
      'Ela colocou a xícara azul sobre a mesa velha.',
    ],
    scoring: 'O rapaz comprou cinco laranjas e um pouco de pão fresco no mercado.',
  },
  letterSeconds: 0.062,
};
