import type { Memory, Mind, MindPart } from '../mind.ts';
import type { Flow, FlowRule } from './flow.ts';
import { matchPattern, readSaid, type Said, type Slots } from './match-pattern.ts';
import { type Pattern, parsePattern } from './pattern.ts';
import { fill } from './template.ts';

type Place = { state: string; slots: Slots };

/** Follows a flow that `checkFlow` accepted. `language` is that of the words for numbers. */
export function createFlowMind(
  flow: Flow,
  { language = 'en' }: { language?: string | undefined } = {},
): Mind {
  const baseLanguage = language.split('-')[0] ?? language;
  const parsed = new Map<string, Pattern>();
  const patternOf = (source: string): Pattern => {
    const pattern = parsed.get(source) ?? parsePattern(source);
    parsed.set(source, pattern);
    return pattern;
  };

  function followed(rules: readonly FlowRule[], said: Said): { rule: FlowRule; slots: Slots } | null {
    for (const rule of rules)
      for (const source of rule.when) {
        const slots = matchPattern(patternOf(source), said);
        if (slots) return { rule, slots };
      }
    return null;
  }

  return {
    async *think({ said, memory }) {
      const place = placeFrom(flow, memory);
      const state = flow.states[place.state];
      const rules = [...(state?.rules ?? []), ...(flow.anywhere ?? [])];
      const found = followed(rules, readSaid(said, baseLanguage));
      const step = found?.rule ?? state?.otherwise ?? { say: flow.otherwise };
      const slots = { ...place.slots, ...found?.slots };
      const next = step.go ?? place.state;
      const entered = step.go === undefined ? undefined : flow.states[step.go]?.say;
      yield { type: 'remember', memory: { state: next, slots } };
      const text = [step.say, entered].flatMap((say) => (say ? fill(say, slots) : [])).join(' ');
      if (text !== '') yield { type: 'text', text };
      if (found) yield* ending(found.rule);
    },
  };
}

function* ending(rule: FlowRule): Generator<MindPart> {
  if (rule.hand_over) yield { type: 'hand_over', reason: 'The flow hands over.' };
  if (rule.end) yield { type: 'end_call', reason: 'The flow ends here.' };
}

/** The agent may have changed since the last turn. A state that is gone is left for the start. */
function placeFrom(flow: Flow, memory: Memory): Place {
  const { state, slots } = memory as Partial<Place>;
  const isKnown = typeof state === 'string' && Object.hasOwn(flow.states, state);
  return { state: isKnown ? state : flow.start, slots: slots ?? {} };
}

/** What is said first: the opening of the agent, and that of the first state. */
export function openingOf(flow: Flow): string | undefined {
  return flow.states[flow.start]?.say;
}
