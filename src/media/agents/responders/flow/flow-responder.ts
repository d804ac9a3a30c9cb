import type { ToolCall } from '../../../../../engines/language-model/index.ts';
import type { Threads } from '../../../../platform/threads/index.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import { type Memory, type ReplyPart, type Responder, untilCertain } from '../responder.ts';
import type { Flow, FlowCall, FlowRule } from './flow.ts';
import { findRule } from './flow-tasks.ts';
import type { Slots } from './match-pattern.ts';
import { argumentFrom, fill, withResult } from './template.ts';

type Place = { state: string; slots: Slots };
type Step = Pick<FlowRule, 'say' | 'go' | 'hand_over' | 'end'>;
export type FlowResponderOptions = {
  /** The language whose words for numbers are understood. */
  language?: string | undefined;
  toolbox: Pick<Toolbox, 'run'>;
  threads: Threads;
  accountId: string;
};
type Followed = { rule: FlowRule; slots: Slots };

/**
 * The processor time of one turn. Callers would not wait longer, and a check of twenty turns must not compute for minutes
 * free of charge. Only a flow that was made to be slow needs more.
 */
const BUDGET_MS = 1_000;

/** Follows a flow that `checkFlow` accepted. */
export function createFlowResponder(flow: Flow, options: FlowResponderOptions): Responder {
  const { language = 'en', toolbox, threads, accountId: owner } = options;
  const work = { owner, what: 'Finding the rule of the flow that fits', budgetMs: BUDGET_MS };
  const baseLanguage = language.split('-')[0] ?? language;
  async function followed(rules: readonly FlowRule[], said: string): Promise<Followed | null> {
    const patterns = rules.map(({ when }) => when);
    const found = await threads.run(findRule, { patterns, said, language: baseLanguage }, work);
    const rule = found && rules[found.index];
    return rule ? { rule, slots: found.slots } : null;
  }

  return {
    async *think({ said, memory }, options = {}) {
      const place = placeFrom(flow, memory);
      const state = flow.states[place.state];
      const rules = [...(state?.rules ?? []), ...(flow.anywhere ?? [])];
      const found = await followed(rules, said);
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

function* ending({ hand_over: handsOver, end }: Step): Generator<ReplyPart> {
  if (handsOver) yield { type: 'hand_over', reason: 'The flow hands over.' };
  if (end) yield { type: 'end_call', reason: 'The flow ends here.' };
}

/** The agent may have changed since the last turn. A state that is gone is left for the start. */
function placeFrom(flow: Flow, memory: Memory): Place {
  const { state, slots } = memory as Partial<Place>;
  const isKnown = typeof state === 'string' && Object.hasOwn(flow.states, state);
  return { state: isKnown ? state : flow.start, slots: slots ?? {} };
}

/** Returns the words of the first state, with which the agent opens if it has no first message. */
export function openingOf(flow: Flow): string | undefined {
  const say = flow.states[flow.start]?.say;
  return say === undefined ? undefined : fill(say, {});
}
