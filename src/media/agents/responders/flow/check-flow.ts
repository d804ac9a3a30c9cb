import type { ErrorDetail } from '../../../../platform/errors.ts';
import type { AgentTool } from '../../tools/schemas.ts';
import type { Flow, FlowCall, FlowRule } from './flow.ts';
import { PatternError, parsePattern } from './pattern.ts';
import { isOfResult, slotsIn, templatesOf } from './template.ts';

/** More would help nobody, and take long to send. */
const MAX_PROBLEMS = 100;

/** Lists the problems of a flow, each with its place. */
export function checkFlow(flow: Flow, tools: readonly AgentTool[]): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const report = (path: string, message: string) => problems.push({ path: `body.flow.${path}`, message });
  const filled = new Set<string>();
  let hasCall = false;

  const requireState = (path: string, name: string | undefined) => {
    if (name !== undefined && !Object.hasOwn(flow.states, name)) report(path, `names no state: "${name}"`);
  };
  const checkEnd = (path: string, { hand_over, end }: Pick<FlowRule, 'hand_over' | 'end'>) => {
    if (hand_over && end) report(path, 'cannot both hand over and end');
  };
  const checkCall = (path: string, { tool: name, arguments: given = {}, on_failure: failure }: FlowCall) => {
    hasCall = true;
    requireState(`${path}.on_failure.go`, failure.go);
    checkEnd(`${path}.on_failure`, failure);
    const tool = tools.find((one) => one.name === name);
    if (!tool) report(`${path}.tool`, `names no function of the agent: "${name}"`);
    for (const needed of requiredBy(tool))
      if (!Object.hasOwn(given, needed)) report(`${path}.arguments`, `lacks "${needed}"`);
  };
  const checkRules = (path: string, rules: readonly FlowRule[]) => {
    for (const [index, rule] of rules.entries()) {
      const place = `${path}.${index}`;
      requireState(`${place}.go`, rule.go);
      checkEnd(place, rule);
      if (rule.call) checkCall(`${place}.call`, rule.call);
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
  for (const { path, template } of templatesOf(flow))
    for (const slot of slotsIn(template))
      if (isOfResult(slot)) {
        if (!hasCall) report(path, `no function is called that answers "{${slot}}"`);
      } else if (!filled.has(slot)) report(path, `no pattern fills "{${slot}}"`);
  return problems.slice(0, MAX_PROBLEMS);
}

function requiredBy(tool: AgentTool | undefined): string[] {
  const { required } = tool?.parameters ?? {};
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
