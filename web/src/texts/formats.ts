/** Numbers, dates and amounts as people of a language write them. */
export function createFormats(language: string) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const factor = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return {
    number: (value: number) => number.format(value),
    /** "1.25 ×". */
    factor: (value: number) => `${factor.format(value)} ×`,
    percent: (share: number) => percent.format(share),
    cents: (value: number) => money.format(value / 100),
    date: (iso: string) => date.format(new Date(iso)),
    time: (iso: string) => time.format(new Date(iso)),
    /** "3 minutes ago". */
    ago: (iso: string) => agoOf(relative, (Date.parse(iso) - Date.now()) / 1_000),
    /** "1:07", "1:02:07". */
    clock: (seconds: number) => clockOf(seconds),
    bytes: (value: number) => bytesOf(number, value),
  };
}

export type Formats = ReturnType<typeof createFormats>;

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

function agoOf(relative: Intl.RelativeTimeFormat, seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relative.format(Math.round(seconds / size), unit);
}

function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, '0') : String(part))).join(':');
}

function bytesOf(number: Intl.NumberFormat, bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  // The limits of plans are powers of two: "250 MB", not "262.1 MB".
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${number.format(bytes / 1_024 ** power)} ${units[power]}`;
}
