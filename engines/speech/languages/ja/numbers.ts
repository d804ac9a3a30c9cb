const DIGITS = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュー'];
/** Hundreds and thousands change their sound with the preceding digit. */
const HUNDREDS: Record<number, string> = { 1: 'ヒャク', 3: 'サンビャク', 6: 'ロッピャク', 8: 'ハッピャク' };
const THOUSANDS: Record<number, string> = { 1: 'セン', 3: 'サンゼン', 8: 'ハッセン' };
const MYRIADS = ['', 'マン', 'オク', 'チョー'];

/** Arabic numerals in katakana. */
export function japaneseNumber(figures: string): string {
  const [whole = '', fraction] = figures.replaceAll(',', '').split('.');
  const spoken = whole.length > 16 || /^0\d/u.test(whole) ? spelled(whole) : integer(whole);
  return fraction ? `${spoken}テン${spelled(fraction)}` : spoken;
}

function spelled(figures: string): string {
  return [...figures].map((figure) => DIGITS[Number(figure)]).join('');
}

function integer(figures: string): string {
  if (Number(figures) === 0) return 'ゼロ';
  let spoken = '';
  for (let i = 0, end = figures.length; end > 0; i++, end -= 4) {
    const value = Number(figures.slice(Math.max(0, end - 4), end));
    if (value > 0) spoken = underMyriad(value, i > 0) + MYRIADS[i] + spoken;
  }
  return spoken;
}

function underMyriad(value: number, counted: boolean): string {
  const [thousands, hundreds, tens, ones] = [1000, 100, 10, 1].map((place) => Math.floor(value / place) % 10);
  let spoken = '';
  if (thousands) spoken += THOUSANDS[thousands] ?? `${DIGITS[thousands]}セン`;
  if (hundreds) spoken += HUNDREDS[hundreds] ?? `${DIGITS[hundreds]}ヒャク`;
  if (tens) spoken += tens === 1 ? 'ジュー' : `${DIGITS[tens]}ジュー`;
  if (ones) spoken += DIGITS[ones];
  return counted && value === 1000 ? 'イッセン' : spoken;
}
