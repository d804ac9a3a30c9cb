const DIGITS = '零一二三四五六七八九';
const PLACES = ['', '十', '百', '千'];
const MYRIADS = ['', '万', '亿', '万亿'];

/** Arabic numerals in spoken Chinese. Long ones and those with a leading 0 are read digit by digit. */
export function chineseNumber(figures: string): string {
  const [whole = '', fraction] = figures.replaceAll(',', '').split('.');
  const spoken = whole.length > 16 || /^0\d/u.test(whole) ? spelled(whole) : integer(whole);
  return fraction ? `${spoken}点${spelled(fraction)}` : spoken;
}

export function spelled(figures: string): string {
  return [...figures].map((figure) => DIGITS[Number(figure)]).join('');
}

function integer(figures: string): string {
  if (Number(figures) === 0) return '零';
  const groups: string[] = [];
  for (let end = figures.length; end > 0; end -= 4) groups.unshift(figures.slice(Math.max(0, end - 4), end));
  let spoken = '';
  groups.forEach((group, i) => {
    const value = Number(group);
    if (value === 0) return;
    const gap = spoken !== '' && (value < 1000 || /^0/u.test(group));
    spoken += (gap ? '零' : '') + underMyriad(value) + MYRIADS[groups.length - 1 - i];
  });
  return spoken.replace(/^一十/u, '十');
}

function underMyriad(value: number): string {
  let spoken = '';
  let gap = false;
  const figures = String(value);
  [...figures].forEach((figure, i) => {
    if (figure === '0') {
      gap = true;
      return;
    }
    spoken += (gap && spoken ? '零' : '') + DIGITS[Number(figure)] + PLACES[figures.length - 1 - i];
    gap = false;
  });
  return spoken;
}
