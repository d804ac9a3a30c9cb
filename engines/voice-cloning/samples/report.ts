/** Measurements of a voice sample. */
export type Measured = {
  seconds: number;
  speechSeconds: number;
  /** Level of the speech, in dB relative to full scale. */
  levelDb: number;
  /** Level of the speech above the background. */
  snrDb: number;
  /** Share of samples near the peak level. */
  clippedShare: number;
  /** Tonality of what is not speech: 0 for noise, 1 for sustained tones. */
  steadiness: number;
  /** Whether the pitch moves like a voice's. */
  isVoiced: boolean;
  /** Similarity of the two voices that differ most: low if two people speak. */
  leastLikeness: number;
};

export type SampleProblem = {
  code: 'silent' | 'too_short' | 'clipped' | 'noisy' | 'several_speakers' | 'music';
  message: string;
};

export type SampleReport = Pick<Measured, 'snrDb' | 'speechSeconds'> & {
  /** 0 to 1. Multiplied by the seconds of speech, it is the weight of the sample among others. */
  quality: number;
  problems: SampleProblem[];
};

/** Tuned on speech of our own engine, on 63 free recordings of 32 people and on generated music. */
const LIMITS = {
  levelDb: -55,
  speechSeconds: 3,
  clippedShare: 0.004,
  snrDb: 10,
  /** If the noise is removed. Such a sample is then as similar to its speaker as one at `snrDb`. */
  cleanedSnrDb: 7,
  steadiness: 0.4,
  /** Above it, tones in the background are ignored. */
  musicSnrDb: 20,
  leastLikeness: 0.35,
};
/** Quality does not rise above this. */
const BEST_SNR_DB = 35;

export function reportOf(measured: Measured): SampleReport {
  const { snrDb, speechSeconds } = measured;
  return { snrDb, speechSeconds, quality: qualityOf(measured), problems: problemsOf(measured) };
}

/**
 * Reports on a sample whose noise was removed, from the reports before and after. Problems other than noise stay even
 * if they can no longer be measured: clipping and music remain below the cleaned surface.
 */
export function cleanedReport(uploaded: SampleReport, cleaned: SampleReport): SampleReport {
  const { snrDb, quality } = uploaded;
  const kept = uploaded.problems.filter(({ code }) => code !== 'noisy');
  const added = cleaned.problems.filter(({ code }) => kept.every((other) => other.code !== code));
  const isTooNoisy = snrDb < LIMITS.cleanedSnrDb && cleaned.speechSeconds > 0;
  return {
    snrDb,
    quality,
    speechSeconds: cleaned.speechSeconds,
    problems: [...kept, ...added, ...(isTooNoisy ? [noisy(snrDb, LIMITS.cleanedSnrDb)] : [])],
  };
}

function noisy(snrDb: number, leastDb: number): SampleProblem {
  return {
    code: 'noisy',
    message: `The voice is only ${Math.max(0, snrDb).toFixed(1)} dB above the noise; at least ${leastDb} dB are needed.`,
  };
}

function problemsOf(measured: Measured): SampleProblem[] {
  const { levelDb, speechSeconds, clippedShare, snrDb, steadiness, isVoiced, leastLikeness } = measured;
  if (levelDb < LIMITS.levelDb) return [{ code: 'silent', message: 'The sample is silent.' }];
  const isMusic = steadiness > LIMITS.steadiness && (!isVoiced || snrDb < LIMITS.musicSnrDb);
  const problems: SampleProblem[] = [];
  if (isMusic)
    problems.push({ code: 'music', message: 'There is music in the sample; send the voice alone.' });
  if (speechSeconds < LIMITS.speechSeconds)
    problems.push({
      code: 'too_short',
      message: `The sample has ${speechSeconds.toFixed(1)} seconds of speech; at least ${LIMITS.speechSeconds} are needed.`,
    });
  if (clippedShare > LIMITS.clippedShare)
    problems.push({ code: 'clipped', message: 'The sample was recorded too loud and is clipped.' });
  if (speechSeconds > 0 && snrDb < LIMITS.snrDb && !isMusic) problems.push(noisy(snrDb, LIMITS.snrDb));
  if (leastLikeness < LIMITS.leastLikeness)
    problems.push({
      code: 'several_speakers',
      message: 'More than one person speaks in the sample.',
    });
  return problems;
}

function qualityOf({ snrDb, clippedShare, speechSeconds, seconds }: Measured): number {
  const quiet = Math.min(1, Math.max(0, snrDb / BEST_SNR_DB));
  const whole = 1 - Math.min(1, clippedShare / (2 * LIMITS.clippedShare));
  const speechShare = Math.min(1, speechSeconds / Math.max(1, 0.6 * seconds));
  return quiet * whole * speechShare;
}
