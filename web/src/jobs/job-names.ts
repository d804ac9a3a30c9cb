import type { Texts } from '../texts/index.tsx';

const nameIn = (names: Record<string, string>, id: string): string => names[id] ?? id;

/** Workers may report stages of their own, which are shown as they are. */
export const stageName = ({ jobs }: Texts, stage: string): string => nameIn(jobs.stages, stage);
export const kindName = ({ jobs }: Texts, kind: string): string => nameIn(jobs.kinds, kind);
