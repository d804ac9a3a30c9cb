/** What was measured on sentences that the voice did not learn from. */
export type Measures = {
  /** Cosine with the recording of the person. Null where there is none. */
  likeness: { ours: number; generator: number } | null;
  /** Cosine of all that ours speaks with the same of the generator. */
  similarity: number;
  /** Regular lines of the spectrum, times those of the generator. */
  lines: number;
  /** Ours against the generator, on average and of the sentence that is farthest off. */
  levelDb: number;
  worstLevelDb: number;
  /** Wrong words. Null where nobody recognised them. */
  words: { ours: number; generator: number; spoken: number } | null;
};

export type Judgement = {
  /** Whether the voice may speak through our decoder. */
  passes: boolean;
  /** For the owner: what is as it should be, or what keeps the voice with the generator. */
  reasons: string[];
  measures: Measures;
};

/** A loss of likeness that is not heard: two runs with other noise differ by 0.005. */
const MOST_LOST = 0.02;
/** For voices that no recording shows how they should sound. Presets have 0.98. */
const LEAST_SIMILARITY = 0.97;
const MOST_DB = 0.5;
const MOST_WORST_DB = 1.5;
/** Presets have 1.3. Where a buzz was feared, it was 2.4. */
const MOST_LINES = 1.6;
/** A recogniser mishears the same sound now and then. */
const MORE_WORDS = 1;

export function judge(measures: Measures): Judgement {
  const checks = [likenessCheck, levelCheck, buzzCheck, wordsCheck].flatMap((check): Check | Check[] =>
    check(measures),
  );
  const failed = checks.filter(({ holds }) => !holds);
  const passes = failed.length === 0;
  return { passes, reasons: (passes ? checks : failed).map(({ text }) => text), measures };
}

type Check = { holds: boolean; text: string };

function likenessCheck({ likeness, similarity }: Measures): Check {
  if (!likeness) {
    const holds = similarity >= LEAST_SIMILARITY;
    const than = `${percent(similarity)} like the original voice engine, and ${percent(LEAST_SIMILARITY)} is needed`;
    return { holds, text: holds ? `The fast voice is ${than}.` : `The fast voice is only ${than}.` };
  }
  const { ours, generator } = likeness;
  const holds = generator - ours <= MOST_LOST;
  const compared = `${percent(ours)} like the recording; the original voice engine reaches ${percent(generator)}`;
  return {
    holds,
    text: holds
      ? `The fast voice is ${compared}.`
      : `The fast voice is only ${compared}. More than ${percent(MOST_LOST)} would be lost.`,
  };
}

function levelCheck({ levelDb, worstLevelDb }: Measures): Check {
  const holds = Math.abs(levelDb) <= MOST_DB && Math.abs(worstLevelDb) <= MOST_WORST_DB;
  const far = `${decibels(levelDb)} on average and ${decibels(worstLevelDb)} in one sentence`;
  return {
    holds,
    text: holds ? `It is as loud as before (${far}).` : `It is not as loud as before: ${far}.`,
  };
}

function buzzCheck({ lines }: Measures): Check {
  const holds = lines <= MOST_LINES;
  const times = `regular lines in its high tones, times those of the original voice engine: ${lines.toFixed(1)}`;
  return { holds, text: holds ? `It does not buzz (${times}).` : `It may buzz (${times}).` };
}

function wordsCheck({ words }: Measures): Check[] {
  if (!words) return [];
  const holds = words.ours <= words.generator + MORE_WORDS;
  const counts = `${words.ours} of ${words.spoken} words were misheard, ${words.generator} before`;
  return [{ holds, text: `It is understood ${holds ? 'as well' : 'less well'}: ${counts}.` }];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function decibels(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)} dB`;
}
