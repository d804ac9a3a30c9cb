import type { EnergyCurve } from '../composition/energy.ts';
import type { GenreName } from '../genres/index.ts';
import type { InstrumentName } from '../instruments.ts';
import type { Exclusion, TimeSignature } from '../plan.ts';
import type { Mode } from '../theory.ts';
import type { Era } from './eras.ts';
import { EXCLUSION_WORDS, INSTRUMENT_WORDS } from './instrument-words.ts';
import type { MoodName } from './moods.ts';

export type Meaning =
  | { kind: 'genre'; value: GenreName }
  | { kind: 'mood'; value: MoodName }
  | { kind: 'instrument'; value: InstrumentName }
  | { kind: 'exclusion'; value: Exclusion }
  | { kind: 'era'; value: Era }
  | { kind: 'energy'; value: EnergyCurve }
  | { kind: 'mode'; value: Mode }
  | { kind: 'metre'; value: TimeSignature }
  /** Times the usual tempo of the genre. */
  | { kind: 'pace'; value: number }
  /** Added to the intensity of the mood. */
  | { kind: 'intensity'; value: number };

/** Phrases divided by commas, in lower case, without hyphens. */
type Words<Value extends string> = Partial<Record<Value, string>>;

const GENRE_WORDS: Record<GenreName, string> = {
  ambient:
    'ambient, atmospheric, atmosphere, drone, soundscape, meditation, meditative, spa, yoga, new age, sleep, space music, underscore, chillout, chill out, healing',
  'lo-fi':
    'lo fi, lofi, study beats, study, chillhop, chill hop, bedroom pop, chill beats, rainy day, vinyl, vinyl crackle, crackle, dusty, tape hiss, coffee shop beats',
  cinematic:
    'cinematic, trailer, film score, movie, film, soundtrack, blockbuster, documentary, hybrid trailer, score, teaser, drama, war, battle, boss battle, boss fight, fantasy, adventure',
  corporate:
    'corporate, business, presentation, commercial, advert, advertising, explainer, startup, technology, tech, product video, tutorial, motivational, inspirational, promo, company, pop, indie pop, vlog, ukulele pop, podcast intro, jingle, k pop, kpop, brand, unboxing',
  'acoustic folk':
    'folk, acoustic, acoustic folk, country, americana, bluegrass, campfire, singer songwriter, indie folk, celtic, irish, fingerpicking, fingerpicked, western, cowboy',
  'jazz trio':
    'jazz, jazz trio, swing, bebop, lounge jazz, piano trio, cool jazz, smooth jazz, jazz club, blues, bluesy, noir, big band, late night, speakeasy',
  'bossa nova':
    'bossa nova, bossa, samba, latin, brazilian, latin jazz, elevator music, lounge, salsa, rumba, beach, cocktail',
  funk: 'funk, funky, disco, soul, motown, groove, rhythm and blues, r&b, rnb, gospel, neo soul, afrobeat, afrobeats, afro',
  rock: 'rock, hard rock, metal, punk, grunge, indie rock, garage rock, rock and roll, rock n roll, alternative, stadium rock, heavy metal, pop punk, surf rock',
  synthwave:
    'synthwave, synth wave, retrowave, outrun, vaporwave, synthpop, synth pop, new wave, cyberpunk, neon, darkwave, electropop, italo disco, night drive',
  house:
    'house, deep house, edm, dance, club, techno, trance, electronic, electronica, dance music, eurodance, rave, progressive house, tech house, nightclub, party music, fashion show, festival, big room, four to the floor',
  'drum and bass':
    'drum and bass, drum & bass, drum n bass, dnb, d&b, jungle, liquid, breakbeat, breakbeats, neurofunk, dubstep, wobble, wobble bass, racing',
  'hip-hop':
    'hip hop, hiphop, rap, boom bap, trap, beat, beats, old school, gangsta, urban, phonk, instrumental rap',
  orchestral:
    'orchestral, orchestra, symphonic, symphony, classical, classical music, string quartet, chamber music, ballet, overture, fairytale, fairy tale, christmas, march, fanfare, baroque, medieval, renaissance',
  'piano solo':
    'piano solo, solo piano, piano piece, piano music, piano ballad, ballad, nocturne, neoclassical, neo classical, lullaby, minimal piano, etude',
  '8-bit':
    '8 bit, 8bit, chiptune, chip tune, chip, video game, arcade, nes, game boy, retro game, pixel, game music, platformer, 16 bit, game over, game, gaming',
  reggae: 'reggae, dub, ska, dancehall, roots, jamaican, caribbean, island, tropical, calypso',
  waltz:
    'waltz, viennese, viennese waltz, ballroom, musette, carousel, fairground, merry go round, parisian, french cafe, minuet',
};

const MOOD_WORDS: Words<MoodName> = {
  happy:
    'happy, joyful, cheerful, upbeat, bright, sunny, positive, feel good, feelgood, optimistic, merry, jolly, joyous, glad, delightful, celebratory, festive, fun, summer, summery, good vibes, birthday, wedding, friendly, welcoming',
  hopeful:
    'hopeful, uplifting, inspiring, motivating, encouraging, aspirational, heartwarming, heartfelt, warm, touching, emotional, gratitude, sunrise, spring',
  triumphant:
    'triumphant, victorious, victory, glorious, proud, majestic, winning, regal, noble, success, patriotic, ceremonial, sports',
  playful:
    'playful, quirky, whimsical, funny, comedic, comedy, silly, bouncy, cute, mischievous, cartoonish, cartoon, childish, kids, children, goofy, circus, lighthearted, light hearted',
  romantic:
    'romantic, love, loving, tender, intimate, passionate, sensual, sweet, sentimental, candlelight, valentine, elegant, graceful, classy',
  calm: 'calm, peaceful, serene, tranquil, gentle, soothing, quiet, soft, still, relaxing, restful, zen, mellow, easy listening, delicate, light, nature, pastoral, meadow, slow motion',
  dreamy:
    'dreamy, ethereal, floating, heavenly, magical, magic, airy, surreal, otherworldly, wonder, hypnotic, underwater, celestial, space, cosmic, fantastical',
  nostalgic:
    'nostalgic, bittersweet, wistful, longing, reflective, memories, sepia, autumn, yearning, homesick',
  sad: 'sad, melancholic, melancholy, sorrowful, somber, sombre, mournful, gloomy, depressing, tragic, lonely, heartbroken, tearful, grief, funeral, rainy, crying, heartbreaking',
  dark: 'dark, brooding, ominous, sinister, moody, bleak, gritty, shadowy, evil, menacing, night, midnight, villain, dystopian',
  mysterious:
    'mysterious, mystery, enigmatic, curious, secretive, spy, detective, investigation, strange, exotic, desert, oriental',
  tense:
    'tense, suspenseful, anxious, nervous, urgent, chase, countdown, nail biting, pressure, crime, uneasy, restless, tension, suspense, thriller, heartbeat, pulsing, showdown, standoff',
  scary:
    'scary, horror, creepy, spooky, haunted, eerie, frightening, terrifying, nightmare, halloween, ghostly, unsettling, disturbing',
  angry: 'angry, aggressive, furious, raging, rage, violent, brutal, fierce, rebellious, wild',
  epic: 'epic, heroic, grand, massive, powerful, dramatic, monumental, larger than life, legendary, huge, big, bombastic, thunderous',
  energetic:
    'energetic, driving, exciting, dynamic, lively, vibrant, high energy, pumping, workout, gym, sport, action, adrenaline, intense, hyper, powerhouse, running, fitness',
  relaxed:
    'relaxed, chill, chilled, laid back, easygoing, easy going, smooth, cool, lazy, casual, sunday morning, cozy, cosy, coffee shop',
  serious:
    'serious, solemn, earnest, news, formal, thoughtful, contemplative, introspective, pensive, grave, stern',
  groovy: 'groovy, danceable, catchy, sexy, slinky, sassy, confident, strutting, stylish, swagger',
  neutral: 'neutral, background, background music, generic, simple',
};

const ERA_WORDS: Record<Era, string> = {
  medieval: 'middle ages, tavern, castle',
  baroque: 'baroque era, bach, harpsichord era',
  classical: 'mozart, 18th century',
  romantic: '19th century, chopin, romantic era',
  '1920s': '1920s, 20s, twenties, ragtime, gatsby, charleston, gramophone',
  '1930s': '1930s, 30s, thirties',
  '1940s': '1940s, 40s, forties, wartime',
  '1950s': '1950s, 50s, fifties, doo wop, diner',
  '1960s': '1960s, 60s, sixties, mod, psychedelic',
  '1970s': '1970s, 70s, seventies',
  '1980s': '1980s, 80s, eighties, retro',
  '1990s': '1990s, 90s, nineties',
  '2000s': '2000s, noughties, y2k',
  vintage: 'vintage, old, old fashioned, old time, antique, classic, old radio, lo fidelity',
  modern: 'modern, contemporary, current, today, polished, clean',
  futuristic: 'futuristic, future, sci fi, science fiction, hi tech, high tech, robotic, digital',
};

const ENERGY_WORDS: Record<EnergyCurve, string> = {
  build:
    'building, builds, build, build up, rising, crescendo, growing, climbing, swelling, grows, escalating, climax',
  fade: 'fading, fade out, falling, decrescendo, diminuendo, dying away, winding down, outro',
  wave: 'waves, ebb and flow, swells, undulating, flowing, evolving, breathing',
  steady: 'steady, constant, even, unchanging, consistent, repetitive, static, monotone',
};

const MODE_WORDS: Words<Mode> = {
  major: 'major, major key, in major',
  minor: 'minor, minor key, in minor',
  dorian: 'dorian',
  mixolydian: 'mixolydian',
  lydian: 'lydian',
  phrygian: 'phrygian, flamenco, spanish, arabic, middle eastern, indian, bollywood, persian',
};

const METRE_WORDS: Words<TimeSignature> = {
  '3/4': '3/4, three four, triple time, in three, three quarter time',
  '4/4': '4/4, four four, common time, four on the floor',
  '6/8': '6/8, six eight, compound time',
  '5/4': '5/4, five four, in five',
  '7/8': '7/8, seven eight, in seven',
  '2/4': '2/4, two four, polka',
  '12/8': '12/8, twelve eight',
};

const PACE_WORDS: Record<string, string> = {
  '0.72': 'very slow, largo, grave tempo, lento, half time',
  '0.84': 'slow, slowly, adagio, downtempo, down tempo, unhurried, slow paced',
  '0.92': 'andante, walking pace, slower',
  '1': 'moderate, medium, moderato, mid tempo, midtempo, medium tempo',
  '1.12': 'fast, quick, allegro, up tempo, uptempo, fast paced, brisk, rapid, faster, speedy',
  '1.25': 'very fast, presto, vivace, frantic, frenetic, breakneck, hectic, double time',
};

const INTENSITY_WORDS: Record<string, string> = {
  '-0.3': 'minimal, minimalist, minimalistic, sparse, bare, subtle, understated, very soft, unobtrusive',
  '-0.15': 'stripped down, restrained, low key, low energy, laidback, thin, stripped back',
  '0.15': 'rich, full, lush, punchy, strong, layered, bold',
  '0.3': 'maximal, explosive, loud, heavy, wall of sound, full on, hard hitting, overwhelming, hard',
};

function entries<Value>(
  kind: Meaning['kind'],
  words: Partial<Record<string, string>>,
  read: (name: string) => Value,
) {
  return Object.entries(words).flatMap(([name, phrases = '']) =>
    phrases.split(',').map((phrase) => [phrase.trim(), { kind, value: read(name) } as Meaning] as const),
  );
}

const same = (name: string): string => name;

/** Maps phrases to meanings. A phrase with two meanings keeps the one that is listed first. */
export const VOCABULARY: ReadonlyMap<string, Meaning> = new Map(
  [
    ...entries('genre', GENRE_WORDS, same),
    ...entries('instrument', INSTRUMENT_WORDS, same),
    ...entries('exclusion', EXCLUSION_WORDS, same),
    ...entries('mood', MOOD_WORDS, same),
    ...entries('era', ERA_WORDS, same),
    ...entries('energy', ENERGY_WORDS, same),
    ...entries('mode', MODE_WORDS, same),
    ...entries('metre', METRE_WORDS, same),
    ...entries('pace', PACE_WORDS, Number),
    ...entries('intensity', INTENSITY_WORDS, Number),
  ].reverse(),
);

export const LONGEST_PHRASE = Math.max(...[...VOCABULARY.keys()].map((phrase) => phrase.split(' ').length));
