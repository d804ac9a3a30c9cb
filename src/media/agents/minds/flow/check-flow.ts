import type { ErrorDetail } from '../../../../platform/errors.ts';
import type { Flow, FlowRule } from './flow.ts';
import { PatternError, parsePattern } from './pattern.ts';
import { slotsIn } from './template.ts';

/** Everything that is wrong with a flow, each with its place. */
export function checkFlow(flow: Flow): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const report = (path: string, message: string) => problems.push({ path: `body.flow.${path}`, message });
  const filled = new Set<string>();

  const requireState = (path: string, name: string | undefined) => {
    if (name !== undefined && !Object.hasOwn(flow.states, name)) report(path, `names no state: "${name}"`);
  };
  const checkRules = (path: string, rules: readonly FlowRule[]) => {
    for (const [index, rule] of rules.entries()) {
      const place = `${path}.${index}`;
      requireState(`${place}.go`, rule.go);
      if (rule.hand_over && rule.end) report(place, 'cannot both hand over and end');
      for (const [number, source] of rule.when.entries()) {
        try {
          for (const element of parsePattern(source)) if (element.kind === 'slot') filled.add(element.name);
        } catch (error) {
          if (!(error instanceof PatternError)) throw error;
          report(`${place}.when.${number}`, error.message);
        }
      }
    }
  };

  requireState('start', flow.start);
  for (const [name, state] of Object.entries(flow.states)) {
    checkRules(`states.${name}.rules`, state.rules);
    requireState(`states.${name}.otherwise.go`, state.otherwise?.go);
  }
  checkRules('anywhere', flow.anywhere ?? []);
  for (const { path, say } of sayingsOf(flow))
    for (const slot of slotsIn(say)) if (!filled.has(slot)) report(path, `no pattern fills "{${slot}}"`);
  return problems;
}

function* sayingsOf(flow: Flow): Generator<{ path: string; say: string }> {
  yield { path: 'otherwise', say: flow.otherwise };
  for (const [name, state] of Object.entries(flow.states)) {
    const path = `states.${name}`;
    if (state.say) yield { path: `${path}.say`, say: state.say };
    if (state.otherwise) yield { path: `${path}.otherwise.say`, say: state.otherwise.say };
    for (const [index, { say }] of state.rules.entries())
      if (say) yield { path: `${path}.rules.${index}.say`, say };
  }
  for (const [index, { say }] of (flow.anywhere ?? []).entries())
    if (say) yield { path: `anywhere.${index}.say`, say };
}
