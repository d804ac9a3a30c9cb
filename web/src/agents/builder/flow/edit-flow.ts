import type { AgentFlow } from '../../agent.ts';

export type FlowState = AgentFlow['states'][string];
export type FlowRule = FlowState['rules'][number];

export const STATE_NAME = /^[A-Za-z0-9_-]{1,60}$/;

/** A name that no state has yet: "state-2". */
export function freeName({ states }: AgentFlow): string {
  let number = Object.keys(states).length + 1;
  while (Object.hasOwn(states, `state-${number}`)) number += 1;
  return `state-${number}`;
}

/** Whatever leads to the state leads to it still. Its place stays, too. */
export function renameState(flow: AgentFlow, from: string, to: string): AgentFlow {
  const go = (name: string | undefined) => (name === from ? { go: to } : {});
  const failing = (call: NonNullable<FlowRule['call']>) => ({
    ...call,
    on_failure: { ...call.on_failure, ...go(call.on_failure.go) },
  });
  const rules = (list: FlowRule[]) =>
    list.map((rule) => ({ ...rule, ...go(rule.go), ...(rule.call && { call: failing(rule.call) }) }));
  const states = Object.entries(flow.states).map(([name, state]): [string, FlowState] => [
    name === from ? to : name,
    {
      ...state,
      rules: rules(state.rules),
      ...(state.otherwise && { otherwise: { ...state.otherwise, ...go(state.otherwise.go) } }),
    },
  ]);
  return {
    ...flow,
    start: flow.start === from ? to : flow.start,
    states: Object.fromEntries(states),
    ...(flow.anywhere && { anywhere: rules(flow.anywhere) }),
  };
}

export function withState(flow: AgentFlow, name: string, state: FlowState): AgentFlow {
  return { ...flow, states: { ...flow.states, [name]: state } };
}

/** Rules that lead to the removed state stay as they are: the service says where they break. */
export function withoutState(flow: AgentFlow, name: string): AgentFlow {
  const { [name]: _removed, ...states } = flow.states;
  const start = flow.start === name ? (Object.keys(states)[0] ?? '') : flow.start;
  return { ...flow, start, states };
}

/** Encodes what follows a rule as one value of a list: `stay`, `end`, `hand_over`, or `go:state`. */
export function nextOf(rule: FlowRule): string {
  if (rule.hand_over) return 'hand_over';
  if (rule.end) return 'end';
  return rule.go === undefined ? 'stay' : `go:${rule.go}`;
}

export function withNext(rule: FlowRule, next: string): FlowRule {
  const { go: _go, end: _end, hand_over: _handOver, ...rest } = rule;
  if (next === 'hand_over') return { ...rest, hand_over: true };
  if (next === 'end') return { ...rest, end: true };
  return next.startsWith('go:') ? { ...rest, go: next.slice(3) } : rest;
}

/** Swaps the item with the one before it or after it. */
export function moved<Item>(list: Item[], index: number, by: -1 | 1): Item[] {
  const one = list[index];
  const other = list[index + by];
  if (one === undefined || other === undefined) return list;
  return list.with(index, other).with(index + by, one);
}
