import type { GrammarLanguage } from '../index.ts';

/** Sentences that follow each other, with points inside that do not end them. */
export const SENTENCES: Record<GrammarLanguage, string[]> = {
  de: [
    'Am 3. Oktober 2026 um 14.30 Uhr trifft sich Dr. Müller z. B. mit Prof. Weber in der 2. Etage.',
    'Er kaufte Äpfel, Birnen usw.',
    'Dann ging er heim.',
    'Es kostet 1.234,50 €.',
    'Sie wurde 3.',
    'Danach feierte sie.',
  ],
  nl: [
    'Op 3 oktober om 14.30 uur spreekt dhr. Jansen met dr. De Vries over o.a. het weer.',
    'Het kost € 1.234,50.',
    'Hij kocht appels, peren enz.',
    'Daarna ging hij naar huis.',
  ],
  ru: [
    'Встреча с проф. Ивановым состоится 3 октября 2026 г. в 14:30, т. е. завтра.',
    'Он купил яблоки, груши и т. д.',
    'Потом пошёл на ул. Ленина, д. 5.',
    'Это стоит 5 руб.',
    'Дёшево!',
  ],
};
