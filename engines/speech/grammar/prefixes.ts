/** Most languages that use Latin letters spell them so; each has its exceptions. */
export const METRIC = {
  nano: 'nano',
  micro: 'mikro',
  milli: 'mili',
  centi: 'centi',
  deci: 'deci',
  hecto: 'hekto',
  kilo: 'kilo',
  mega: 'mega',
  giga: 'giga',
  tera: 'tera',
};
