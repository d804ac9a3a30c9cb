const DIGITS = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュー'];
/** Hundreds and thousands change their sound with the preceding digit. */
const HUNDREDS: Record<number, string> = { 1: 'ヒャク', 3: 'サンビャク', 6: 'ロッピャク', 8: 'ハッピャク' };
const THOUSANDS: Record<number, string> = { 1: 'セン', 3: 'サンゼン', 8: 'ハッセン' };
const MYRIADS = ['', 'マン', 'オク', 'チョー'];

/** Arabic numerals in katakana. */
export function japaneseNumber(figures: string): string {
  const [whole = '', fraction] = figures.replaceAll(',', '').split('.');
  const said = whole.length > 16 || /^0\d/u.test(whole) ? spelled(whole) : integer(whole);
  return fraction ? `${said}テン${spelled(fraction)}` : said;
}

function spelled(figures: string): string {
  return [...figures].map((figure) => DIGITS[Number(figure)]).join('');
}

function integer(figures: string): string {
  if (Number(figures) === 0) return 'ゼロ';
  let said = '';
  for (let i = 0, end = figures.length; end > 0; i++, end -= 4) {
    const value = Number(figures.slice(Math.max(0, end - 4), end));
    if (value > 0) said = underMyriad(value, i > 0) + MYRIADS[i] + said;
  }
  return said;
}

function underMyriad(value: number, counted: boolean): string {
  const [thousands, hundreds, tens, ones] = [1000, 100, 10, 1].map((place) => Math.floor(value / place) % 10);
  let said = '';
  if (thousands) said += THOUSANDS[thousands] ?? `${DIGITS[thousands]}セン`;
  if (hundreds) said += HUNDREDS[hundreds] ?? `${DIGITS[hundreds]}ヒャク`;
  if (tens) said += tens === 1 ? 'ジュー' : `${DIGITS[tens]}ジュー`;
  if (ones) said += DIGITS[ones];
  return counted && value === 1000 ? 'イッセン' : said;
}
