export const PARTS = ['heard', 'thought', 'spoke'] as const;
export const PART_COLOURS = { heard: 'bg-muted', thought: 'bg-warning', spoke: 'bg-accent' };
