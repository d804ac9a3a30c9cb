import type { GenreName } from '../../engines/music/genres/index.ts';
import type { Order } from './music-studio.ts';

export type Asked = Order & { genre: GenreName };

const ask = (genre: GenreName, seconds: number, prompt: string): Asked => ({ genre, seconds, prompt });

/** People ask like this: all genres, most moods, tempos, keys and metres, every length from 2 to 20 seconds. */
export const PROMPTS: readonly Asked[] = [
  ask('ambient', 20, 'calm ambient pad for meditation'),
  ask('ambient', 16, 'dark ambient drone in D minor'),
  ask('ambient', 9, 'dreamy ambient soundscape, 60 bpm, no bass'),
  ask('lo-fi', 18, 'lo-fi beats to study to, relaxed'),
  ask('lo-fi', 12, 'sad lofi in A minor, 72 bpm'),
  ask('lo-fi', 6.5, 'nostalgic lo-fi with vibraphone'),
  ask('cinematic', 20, 'epic cinematic trailer in C minor'),
  ask('cinematic', 14, 'tense cinematic underscore, 100 bpm'),
  ask('cinematic', 8, 'hopeful cinematic build in G major'),
  ask('cinematic', 11, 'scary cinematic music with choir'),
  ask('corporate', 15, 'upbeat corporate background, 120 bpm'),
  ask('corporate', 10, 'hopeful corporate in D major with piano'),
  ask('corporate', 5, 'happy corporate sting'),
  ask('acoustic folk', 17, 'acoustic folk with fiddle, happy'),
  ask('acoustic folk', 12.5, 'nostalgic acoustic folk in G major, 96 bpm'),
  ask('acoustic folk', 7, 'sad folk guitar in E minor'),
  ask('jazz trio', 20, 'jazz trio, swinging, 160 bpm'),
  ask('jazz trio', 13, 'relaxed jazz trio in F major'),
  ask('jazz trio', 9.5, 'jazz piano trio in C minor, 132 bpm'),
  ask('bossa nova', 16, 'bossa nova with nylon guitar, romantic'),
  ask('bossa nova', 10, 'relaxed bossa nova in D minor'),
  ask('bossa nova', 6, 'bossa nova in F major, 128 bpm'),
  ask('funk', 18, 'groovy funk with brass in E minor'),
  ask('funk', 11, 'funk, 104 bpm, energetic'),
  ask('funk', 4, 'happy funk loop'),
  ask('rock', 20, 'angry rock in E minor'),
  ask('rock', 12, 'driving rock, 140 bpm'),
  ask('rock', 8, 'happy rock in A major'),
  ask('rock', 3, 'rock sting, triumphant'),
  ask('synthwave', 20, 'synthwave night drive, 100 bpm'),
  ask('synthwave', 14, 'dreamy synthwave in F# minor'),
  ask('synthwave', 7.5, 'dark synthwave, energetic'),
  ask('house', 20, 'deep house, 124 bpm'),
  ask('house', 12, 'energetic house in G minor'),
  ask('house', 8, 'happy house in C major with piano'),
  ask('drum and bass', 18, 'drum and bass, 174 bpm, dark'),
  ask('drum and bass', 11, 'liquid drum and bass in A minor'),
  ask('drum and bass', 6, 'energetic drum and bass'),
  ask('hip-hop', 16, 'hip-hop beat, 90 bpm'),
  ask('hip-hop', 12, 'dark hip-hop in C minor'),
  ask('hip-hop', 8.5, 'relaxed hip-hop with piano'),
  ask('orchestral', 20, 'triumphant orchestral fanfare in Bb major'),
  ask('orchestral', 13, 'playful orchestral music, 120 bpm'),
  ask('orchestral', 9, 'sad orchestral piece in D minor'),
  ask('orchestral', 15, 'romantic orchestral strings in 3/4'),
  ask('piano solo', 20, 'sad solo piano in C minor'),
  ask('piano solo', 14, 'romantic piano solo in Eb major, 76 bpm'),
  ask('piano solo', 10, 'happy solo piano'),
  ask('piano solo', 2, 'piano solo, calm'),
  ask('8-bit', 16, '8-bit game music, happy, 150 bpm'),
  ask('8-bit', 10, 'tense chiptune in A minor'),
  ask('8-bit', 4.5, '8-bit victory jingle, triumphant'),
  ask('reggae', 18, 'reggae with organ, relaxed'),
  ask('reggae', 12, 'happy reggae in A major, 78 bpm'),
  ask('reggae', 7, 'reggae in G minor'),
  ask('waltz', 20, 'romantic waltz in D major'),
  ask('waltz', 12, 'sad waltz in A minor, 150 bpm'),
  ask('waltz', 8, 'playful waltz with accordion'),
  ask('waltz', 5.5, 'elegant waltz'),
  ask('corporate', 2.5, 'serious corporate logo'),
];

const MOODS = ['', 'happy', 'dark', 'energetic'] as const;

/** Other words and other seeds than above, for the classifier to learn from. */
export const LESSONS: readonly Asked[] = [...new Set(PROMPTS.map(({ genre }) => genre))].flatMap((genre) =>
  MOODS.map((mood, i) => ({
    genre,
    seconds: 7 + i,
    prompt: `${mood} ${genre}`.trim(),
    seed: 100 + i,
  })),
);
