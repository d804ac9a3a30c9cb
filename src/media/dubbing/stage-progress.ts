import type { Assignment } from '../../work/workers/index.ts';

const STAGES = ['opening', 'hearing', 'translating', 'casting', 'speaking', 'mixing', 'rendering'] as const;
export type Stage = (typeof STAGES)[number];

/** Seconds of work on two cores, as measured by `npm run bench:dub`. They only have to be right in proportion. */
export type StageCosts = Readonly<Record<Stage, number>>;

export function costsOf({
  seconds,
  isHeard,
  isTranslated,
  voices,
  lipSync,
}: {
  seconds: number;
  isHeard: boolean;
  isTranslated: boolean;
  /** How many have to be made. */
  voices: number;
  lipSync: boolean;
}): StageCosts {
  return {
    opening: 1 + 0.02 * seconds,
    hearing: isHeard ? 0 : 2 + 0.3 * seconds,
    translating: isTranslated ? 0 : 1 + 0.1 * seconds,
    casting: 22 * voices,
    speaking: 1 + 0.5 * seconds,
    mixing: 1 + 0.15 * seconds,
    rendering: 1 + (lipSync ? 1.5 : 0.05) * seconds,
  };
}

export type StageStart = ReturnType<typeof stageProgress>;

/** Reports each stage as a share of the whole, by what the stages cost. */
export function stageProgress(report: Assignment['progress'], costs: StageCosts) {
  const total = STAGES.reduce((sum, stage) => sum + costs[stage], 0);
  return (stage: Stage) => {
    const before = STAGES.slice(0, STAGES.indexOf(stage)).reduce((sum, one) => sum + costs[one], 0);
    report({ stage, progress: before / total });
    return (share: number) => report({ stage, progress: (before + share * costs[stage]) / total });
  };
}
