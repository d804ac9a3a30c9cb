import type { Json } from '@vox-humana/client';

type Request = Json<'POST /api/v1/agents/{id}/checks'>;
type Expected = NonNullable<Request['turns'][number]['expect']>;

export const ENDINGS = ['any', 'goes_on', 'ends', 'hands_over'] as const;

/** The fields hold text as it is typed: commas separate several words or phrases. */
export type CheckedTurn = {
  say: string;
  contains: string;
  lacks: string;
  tool: string;
  ending: (typeof ENDINGS)[number];
};

export const EMPTY_TURN: CheckedTurn = { say: '', contains: '', lacks: '', tool: '', ending: 'any' };

const BY_ENDING: Record<CheckedTurn['ending'], Expected> = {
  any: {},
  goes_on: { ended: false },
  ends: { ended: true, hand_over: false },
  hands_over: { hand_over: true },
};

export function requestOf(turns: CheckedTurn[], toolResults: unknown): Request {
  return {
    turns: turns.map(({ say, ...turn }) => ({ say: say.trim(), expect: expectedOf(turn) })),
    ...(isRecord(toolResults) && { tool_results: toolResults }),
  };
}

function expectedOf({ contains, lacks, tool, ending }: Omit<CheckedTurn, 'say'>): Expected {
  const has = phrasesOf(contains);
  const hasNot = phrasesOf(lacks);
  return {
    ...(has.length > 0 && { contains: has }),
    ...(hasNot.length > 0 && { lacks: hasNot }),
    ...(tool.trim() && { tool: tool.trim() }),
    ...BY_ENDING[ending],
  };
}

function phrasesOf(text: string): string[] {
  return text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter(Boolean);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
