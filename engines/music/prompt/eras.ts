export const ERAS = [
  'medieval',
  'baroque',
  'classical',
  'romantic',
  '1920s',
  '1930s',
  '1940s',
  '1950s',
  '1960s',
  '1970s',
  '1980s',
  '1990s',
  '2000s',
  'vintage',
  'modern',
  'futuristic',
] as const;
export type Era = (typeof ERAS)[number];
