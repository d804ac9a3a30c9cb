/** Threads run these tasks, because customers' flows could block the event loop. */
import type { ErrorDetail } from '../../../../platform/errors.ts';
import { defineTask } from '../../../../platform/threads/index.ts';
import type { AgentTool } from '../../tools/schemas.ts';
import { checkFlow } from './check-flow.ts';
import type { Flow } from './flow.ts';
import { matchPattern, readSaid, type Slots } from './match-pattern.ts';
import { type Pattern, parsePattern } from './pattern.ts';

const HERE = new URL(import.meta.url);

export const findRule = defineTask<typeof ruleFor>(HERE, 'ruleFor');
export const findFlowFaults = defineTask<typeof faultsOf>(HERE, 'faultsOf');

type Asked = { patterns: readonly (readonly string[])[]; said: string; language: string };

/** The first rule with a pattern that fits, and the slots of that pattern. */
export function ruleFor({ patterns, said, language }: Asked): { index: number; slots: Slots } | null {
  const read = readSaid(said, language);
  for (const [index, sources] of patterns.entries())
    for (const source of sources) {
      const slots = matchPattern(parsed(source), read);
      if (slots) return { index, slots };
    }
  return null;
}

export function faultsOf({ flow, tools }: { flow: Flow; tools: readonly AgentTool[] }): ErrorDetail[] {
  return checkFlow(flow, tools);
}

/** Each thread keeps this many patterns, as many as a few flows have. */
const MAX_KEPT = 5_000;
const kept = new Map<string, Pattern>();

function parsed(source: string): Pattern {
  const known = kept.get(source);
  if (known) return known;
  const pattern = parsePattern(source);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(source, pattern);
  return pattern;
}
