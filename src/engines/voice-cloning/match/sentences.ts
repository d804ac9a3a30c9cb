/** Spoken during matching: two to steer by, and one for the score. About three seconds each. */
export type Sentences = { steering: [string, string]; scoring: string };

const ENGLISH: Sentences = {
  steering: [
    'We were away for nearly a year, and now we are home.',
    'She put the blue cup on the old kitchen table.',
  ],
  scoring: 'The young man bought five oranges and some fresh bread at the market.',
};

const OTHERS: Record<string, Sentences> = {
  es: {
    steering: [
      'Vivimos lejos casi un año y ahora estamos en casa.',
      'Ella puso la taza azul sobre la mesa vieja.',
    ],
    scoring: 'El joven compró cinco naranjas y un poco de pan fresco en el mercado.',
  },
  fr: {
    steering: [
      'Nous sommes partis presque un an, et nous voilà chez nous.',
      'Elle a posé la tasse bleue sur la vieille table.',
    ],
    scoring: 'Le jeune homme a acheté cinq oranges et du pain frais au marché.',
  },
  hi: {
    steering: ['हम लगभग एक साल बाहर रहे और अब घर आ गए हैं।', 'उसने नीला प्याला पुरानी मेज़ पर रख दिया।'],
    scoring: 'लड़के ने बाज़ार से पाँच संतरे और ताज़ी रोटी खरीदी।',
  },
  it: {
    steering: [
      'Siamo stati via quasi un anno e ora siamo a casa.',
      'Lei ha messo la tazza blu sul vecchio tavolo.',
    ],
    scoring: 'Il giovane ha comprato cinque arance e del pane fresco al mercato.',
  },
  ja: {
    steering: [
      '私たちは一年ほど留守にして、今家に帰りました。',
      '彼女は青いカップを古い机の上に置きました。',
    ],
    scoring: '若い男の人が市場でみかんを五つと新しいパンを買いました。',
  },
  pt: {
    steering: [
      'Ficamos fora quase um ano e agora estamos em casa.',
      'Ela colocou a xícara azul sobre a mesa velha.',
    ],
    scoring: 'O rapaz comprou cinco laranjas e um pouco de pão fresco no mercado.',
  },
  zh: {
    steering: ['我们离开了差不多一年，现在回到家了。', '她把蓝色的杯子放在旧桌子上。'],
    scoring: '那个年轻人在市场买了五个橙子和一些新鲜的面包。',
  },
};

/** Keyed by the primary language subtag (BCP 47). */
export function sentencesFor(language: string): Sentences {
  return OTHERS[language.split('-')[0] ?? ''] ?? ENGLISH;
}
