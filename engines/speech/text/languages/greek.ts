import type { Gender, Grammar } from './grammar.ts';
import { inThrees, pointed } from './number-words.ts';

const words = (list: string): string[] => list.replaceAll('_', '').split(' ');
const ONES = words(
  '_ ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα έντεκα δώδεκα δεκατρία δεκατέσσερα δεκαπέντε δεκαέξι δεκαεπτά δεκαοκτώ δεκαεννέα',
);
const TENS = words('_ _ είκοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα');
const HUNDREDS = words('_ εκατό διακόσι τριακόσι τετρακόσι πεντακόσι εξακόσι επτακόσι οκτακόσι εννιακόσι');
const SCALES = [
  ['εκατομμύριο', 'εκατομμύρια'],
  ['δισεκατομμύριο', 'δισεκατομμύρια'],
  ['τρισεκατομμύριο', 'τρισεκατομμύρια'],
];
/** One, three, four and the hundreds agree with what they count. */
const ENDINGS: Record<
  Gender,
  { one: string; three: string; four: string; hundreds: string; thousand: string }
> = {
  m: { one: 'ένας', three: 'τρεις', four: 'τέσσερις', hundreds: 'οι', thousand: 'χίλιοι' },
  f: { one: 'μία', three: 'τρεις', four: 'τέσσερις', hundreds: 'ες', thousand: 'χίλιες' },
  n: { one: 'ένα', three: 'τρία', four: 'τέσσερα', hundreds: 'α', thousand: 'χίλια' },
};

function small(value: number, gender: Gender): string {
  const { one, three, four, hundreds: ending } = ENDINGS[gender];
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const hundred =
    hundreds === 0
      ? ''
      : hundreds === 1
        ? rest === 0
          ? 'εκατό'
          : 'εκατόν'
        : `${HUNDREDS[hundreds]}${ending}`;
  const last = rest < 20 ? rest : rest % 10;
  const teens: Record<number, string> = {
    13: gender === 'n' ? 'δεκατρία' : 'δεκατρείς',
    14: gender === 'n' ? 'δεκατέσσερα' : 'δεκατέσσερις',
  };
  const word = last === 1 ? one : last === 3 ? three : last === 4 ? four : (teens[last] ?? ONES[last]);
  return [hundred, rest < 20 ? '' : TENS[Math.floor(rest / 10)], word].filter(Boolean).join(' ');
}

function cardinal(figures: string, gender: Gender = 'n'): string {
  if (figures === '0') return 'μηδέν';
  const groups = inThrees(figures);
  if (groups.length > SCALES.length + 2) return [...figures].map((figure) => cardinal(figure)).join(' ');
  return groups
    .flatMap((value, i) => {
      const scale = groups.length - 1 - i;
      if (value === 0) return [];
      if (scale === 0) return [small(value, gender)];
      if (scale === 1) return [value === 1 ? ENDINGS[gender].thousand : `${small(value, 'f')} χιλιάδες`];
      const [one, many] = SCALES[scale - 2] ?? [];
      return [value === 1 ? `ένα ${one}` : `${small(value, 'n')} ${many}`];
    })
    .join(' ');
}

const RANKS = words('_ πρώτ δεύτερ τρίτ τέταρτ πέμπτ έκτ έβδομ όγδο ένατ δέκατ ενδέκατ δωδέκατ');
const TENTHS = words('_ δέκατ εικοστ τριακοστ τεσσαρακοστ πεντηκοστ εξηκοστ εβδομηκοστ ογδοηκοστ ενενηκοστ');
const ACCENTED: Record<string, string> = {
  ος: 'ός',
  η: 'ή',
  ο: 'ό',
  ου: 'ού',
  ης: 'ής',
  ον: 'όν',
  ων: 'ών',
  οι: 'οί',
  ες: 'ές',
  α: 'ά',
  ους: 'ούς',
};

/** Both parts decline: εικοστή πρώτη. From the twentieth on the ending is stressed. */
function ordinal(figures: string, ending: string): string | null {
  const value = Number(figures);
  if (value === 0 || value > 100) return null;
  if (value === 100) return `εκατοστ${ACCENTED[ending] ?? ending}`;
  if (value <= 12) return `${RANKS[value]}${ending}`;
  const ten = `${TENTHS[Math.floor(value / 10)]}${value < 20 ? ending : (ACCENTED[ending] ?? ending)}`;
  return value % 10 === 0 ? ten : `${ten} ${RANKS[value % 10]}${ending}`;
}

export const greek: Grammar = {
  locale: 'el',
  cardinal,
  decimalSign: ',',
  groupSigns: '.',
  decimal: pointed(cardinal, 'κόμμα', 2),
  formFor: { one: 0, other: 1 },
  genderOf: (word, figures) => {
    if (/^(?:και|ή|στα|του|της|των|με|για|από)$/u.test(word)) return undefined;
    if (/1$/u.test(figures) && !/11$/u.test(figures))
      return /(?:ας|ης|ος|ής|ός|άς)$/u.test(word) ? 'm' : /[αηάή]$/u.test(word) ? 'f' : 'n';
    if (/(?:οι|οί|ους)$/u.test(word)) return 'm';
    return /(?:ες|ές|εις)$/u.test(word) ? 'f' : 'n';
  },
  fractions: {
    2: 'n =μισό/δεύτερα',
    3: 'n τρίτο/τρίτα',
    4: 'n τέταρτο/τέταρτα',
    5: 'n πέμπτο/πέμπτα',
    6: 'n έκτο/έκτα',
    8: 'n όγδοο/όγδοα',
    10: 'n δέκατο/δέκατα',
    100: 'n εκατοστό/εκατοστά',
  },
  mixed: (whole, part, { top, bottom }) => `${whole} και ${top === '1' && bottom === '2' ? 'μισό' : part}`,
  suffixOrdinal: {
    suffix: 'ος|ου|ον|ους|ο|ης|η|ες|οι|ων|α|ός|ού|ό|ής|ή',
    read: (figures, suffix) =>
      ordinal(figures, suffix.normalize('NFD').replaceAll('\u0301', '').normalize('NFC')),
  },
  date: ({ day, month, year }) =>
    [day === '1' ? 'πρώτη' : cardinal(day, 'f'), month, year && cardinal(year)].filter(Boolean).join(' '),
  dateParts: { beforeMonth: '(?:η|ης)?\\s' },
  time: (hour, minute) => {
    const spoken = cardinal(hour, 'f');
    return minute === '00' ? spoken : `${spoken} και ${cardinal(String(Number(minute)))}`;
  },
  timeWords: { before: '(?:[Σσ]τις|[Οο]ι|ώρα)\\s', after: '\\s?(?=[πμ]\\.μ\\.)' },
  units: {
    meter: 'n μέτρο/μέτρα',
    gram: 'n γραμμάριο/γραμμάρια',
    liter: 'n λίτρο/λίτρα',
    byte: 'n μπάιτ',
    bit: 'n μπιτ',
    hertz: 'n χερτζ',
    watt: 'n βατ',
    'watt-hour': 'f βατώρα/βατώρες',
    volt: 'n βολτ',
    ampere: 'n αμπέρ',
    joule: 'n τζάουλ',
    second: 'n δευτερόλεπτο/δευτερόλεπτα',
    calorie: 'f θερμίδα/θερμίδες',
    ton: 'm τόνος/τόνοι',
    pascal: 'n πασκάλ',
    minute: 'n λεπτό/λεπτά',
    hour: 'f ώρα/ώρες',
    hectare: 'n εκτάριο/εκτάρια',
    celsius: 'm βαθμός Κελσίου/βαθμοί Κελσίου',
    fahrenheit: 'm βαθμός Φαρενάιτ/βαθμοί Φαρενάιτ',
    degree: 'm βαθμός/βαθμοί',
    percent: 'n =ένα τοις εκατό/# τοις εκατό',
    permille: 'n =ένα τοις χιλίοις/# τοις χιλίοις',
    decibel: 'n ντεσιμπέλ',
    pixel: 'n πίξελ',
    km: 'n χιλιόμετρο/χιλιόμετρα',
    cm: 'n εκατοστό/εκατοστά',
    mm: 'n χιλιοστό/χιλιοστά',
    kg: 'n κιλό/κιλά',
    kcal: 'f χιλιοθερμίδα/χιλιοθερμίδες',
  },
  prefixes: {
    nano: 'νανο',
    micro: 'μικρο',
    milli: 'χιλιοστο',
    kilo: 'κιλο',
    mega: 'μεγα',
    giga: 'γιγα',
    tera: 'τερα',
    hecto: 'εκατο',
  },
  square: 'τετραγωνικό */τετραγωνικά *',
  cubic: 'κυβικό */κυβικά *',
  per: { h: 'την ώρα', s: 'το δευτερόλεπτο', l: 'ανά λίτρο' },
  unitSymbols: {
    χλμ: 'km',
    'χλμ.': 'km',
    χμ: 'km',
    μ: 'm',
    'μ.': 'm',
    εκ: 'cm',
    'εκ.': 'cm',
    'κ.': 'kg',
    κιλά: 'kg',
    λτ: 'l',
    'λτ.': 'l',
    λεπτά: 'min',
    'τ.μ.': 'm²',
    'τ. μ.': 'm²',
    'χλμ/ώρα': 'km/h',
    'χλμ./ώρα': 'km/h',
  },
  scales: {
    'χιλ.|χιλιάδες': 'f χιλιάδα/χιλιάδες',
    'εκατ.|εκ.|εκατομμύριο|εκατομμύρια': 'n εκατομμύριο/εκατομμύρια',
    'δισ.|δισεκατομμύριο|δισεκατομμύρια': 'n δισεκατομμύριο/δισεκατομμύρια',
  },
  currencies: {
    EUR: { name: 'n ευρώ', cent: 'n λεπτό/λεπτά' },
    USD: { name: 'n δολάριο/δολάρια', cent: 'n σεντ' },
    GBP: { name: 'f λίρα/λίρες', cent: 'f πένα/πένες' },
    CHF: { name: 'n φράγκο/φράγκα' },
    JPY: { name: 'n γεν' },
  },
  currencySigns: { ευρώ: 'EUR' },
  centsAfter: 'και',
  and: 'και',
  to: 'έως',
  minus: 'μείον',
  plus: 'συν',
  signs: {
    '&': 'και',
    '+': 'συν',
    '=': 'ίσον',
    '@': 'παπάκι',
    '#': 'χάσταγκ',
    '№': 'αριθμός',
    '±': 'συν πλην',
    '≈': 'περίπου',
    '≠': 'διάφορο του',
    '≤': 'το πολύ',
    '≥': 'τουλάχιστον',
    '<': 'μικρότερο από',
    '>': 'μεγαλύτερο από',
    '×': 'επί',
    '÷': 'διά',
    '∞': 'άπειρο',
    '√': 'ρίζα του',
    π: 'π',
    '§': 'παράγραφος',
    '.': 'τελεία',
    ',': 'κόμμα',
    '-': 'παύλα',
    _: 'κάτω παύλα',
    '/': 'κάθετος',
    ':': 'προς',
    '?': 'ερωτηματικό',
    '%': 'τοις εκατό',
    '~': 'περισπωμένη',
  },
  abbreviations: {
    inside: {
      'π.χ.': 'παραδείγματος χάρη',
      'δηλ.': 'δηλαδή',
      'κ.': 'κύριος',
      κα: 'κυρία',
      'κ.κ.': 'κύριοι',
      'αρ.': 'αριθμός',
      'μ.Χ.': 'μετά Χριστόν',
      'π.Χ.': 'προ Χριστού',
      'τηλ.': 'τηλέφωνο',
      'δρ.': 'δόκτωρ',
      'Δρ.': 'δόκτωρ',
      'καθ.': 'καθηγητής',
      'λεωφ.': 'λεωφόρος',
      'οδ.': 'οδός',
      'βλ.': 'βλέπε',
      'πρβλ.': 'παράβαλε',
      'λ.χ.': 'λόγου χάρη',
      'Αγ.': 'Άγιος',
      'εκατ.': 'εκατομμύρια',
      'δισ.': 'δισεκατομμύρια',
      'μέγ.': 'μέγιστο',
    },
    last: {
      'κ.λπ.': 'και λοιπά',
      'κλπ.': 'και λοιπά',
      κλπ: 'και λοιπά',
      'κ.ά.': 'και άλλα',
      'κ.ο.κ.': 'και ούτω καθεξής',
      'π.μ.': 'προ μεσημβρίας',
      'μ.μ.': 'μετά μεσημβρίαν',
      'Α.Ε.': 'άλφα έψιλον',
    },
    beforeNumber: { 'σελ.': 'σελίδα', 'σ.': 'σελίδα', 'κεφ.': 'κεφάλαιο', 'άρθ.': 'άρθρο', 'εικ.': 'εικόνα' },
  },
  own: () => [
    // A semicolon is the question mark, a raised point the semicolon.
    { starts: /[;\u037e]/u, pattern: /[;\u037e]+/uy, read: () => ({ spoken: '?', mark: true }) },
    { starts: /[·\u0387]/u, pattern: /[·\u0387]/uy, read: () => ({ spoken: ';', mark: true }) },
  ],
};
