import type { ToolCall } from '../../../../engines/language-model/index.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import { type Memory, type Mind, type MindPart, untilCertain } from '../mind.ts';
import type { Flow, FlowCall, FlowRule } from './flow.ts';
import { matchPattern, readSaid, type Said, type Slots } from './match-pattern.ts';
import { type Pattern, parsePattern } from './pattern.ts';
import { argumentFrom, fill, withResult } from './template.ts';

type Place = { state: string; slots: Slots };
type Step = Pick<FlowRule, 'say' | 'go' | 'hand_over' | 'end'>;
export type FlowMindOptions = {
  /** Of the words for numbers. */
  language?: string | undefined;
  toolbox: Pick<Toolbox, 'run'>;
};

/** Follows a flow that `checkFlow` accepted. */
export function createFlowMind(flow: Flow, { language = 'en', toolbox }: FlowMindOptions): Mind {
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
    async *think({ said, memory }, options = {}) {
      const place = placeFrom(flow, memory);
      const state = flow.states[place.state];
      const rules = [...(state?.rules ?? []), ...(flow.anywhere ?? [])];
      const found = followed(rules, readSaid(said, baseLanguage));
      let step: Step = found?.rule ?? state?.otherwise ?? { say: flow.otherwise };
      let slots: Slots = { ...place.slots, ...found?.slots };
      const call = found?.rule.call;
      if (call) {
        await untilCertain(options);
        const use = await toolbox.run(asToolCall(call, slots), options.signal);
        yield { type: 'tool', use };
        if (use.ok) slots = withResult(slots, use.result, flow);
        else step = call.on_failure;
      }
      const entered = step.go === undefined ? undefined : flow.states[step.go]?.say;
      yield { type: 'remember', memory: { state: step.go ?? place.state, slots } };
      const text = [step.say, entered].flatMap((say) => (say ? fill(say, slots) : [])).join(' ');
      if (text !== '') yield { type: 'text', text };
      yield* ending(step);
    },
  };
}

/** A slot that was not filled is no argument. */
function asToolCall({ tool, arguments: templates = {} }: FlowCall, slots: Slots): Omit<ToolCall, 'id'> {
  const given = Object.entries(templates).map(([name, value]) => [
    name,
    typeof value === 'string' ? argumentFrom(value, slots) : value,
  ]);
  return { name: tool, arguments: JSON.stringify(Object.fromEntries(given)) };
}

function* ending({ hand_over: handsOver, end }: Step): Generator<MindPart> {
  if (handsOver) yield { type: 'hand_over', reason: 'The flow hands over.' };
  if (end) yield { type: 'end_call', reason: 'The flow ends here.' };
}

/** The agent may have changed since the last turn. A state that is gone is left for the start. */
function placeFrom(flow: Flow, memory: Memory): Place {
  const { state, slots } = memory as Partial<Place>;
  const isKnown = typeof state === 'string' && Object.hasOwn(flow.states, state);
  return { state: isKnown ? state : flow.start, slots: slots ?? {} };
}

/** What is said first: the opening of the agent, and that of the first state. */
export function openingOf(flow: Flow): string | undefined {
  const say = flow.states[flow.start]?.say;
  return say === undefined ? undefined : fill(say, {});
}
