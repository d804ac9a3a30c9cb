import type { Flow, FlowRule } from './flow.ts';
import type { Slots } from './match-pattern.ts';

/** `{name}`, or `{result.field}` for what the last function answered. */
const SLOT = /\{([a-z][a-z0-9_]{0,39}|result(?:\.[A-Za-z0-9_]{1,40}){1,5})\}/g;
const RESULT = 'result.';
const MAX_FIELD_CHARACTERS = 1_000;

export function slotsIn(template: string): string[] {
  return Array.from(template.matchAll(SLOT), (match) => match[1] ?? '');
}

export const isOfResult = (slot: string): boolean => slot.startsWith(RESULT);

/** A slot that was not filled yet stays out. */
export function fill(template: string, slots: Slots): string {
  return template.replace(SLOT, (_, name: string) => String(Object.hasOwn(slots, name) ? slots[name] : ''));
}

/** A template that is one slot keeps its type. Undefined if it was not filled. */
export function argumentFrom(template: string, slots: Slots): Slots[string] | undefined {
  const [name] = slotsIn(template);
  if (template !== `{${name}}`) return fill(template, slots);
  return name !== undefined && Object.hasOwn(slots, name) ? slots[name] : undefined;
}

/** Replaces the fields of an older result. Only those that the flow names are kept, with the conversation. */
export function withResult(slots: Slots, result: unknown, flow: Flow): Slots {
  const kept = Object.fromEntries(Object.entries(slots).filter(([name]) => !isOfResult(name)));
  for (const { template } of templatesOf(flow))
    for (const slot of slotsIn(template).filter(isOfResult)) {
      const value = fieldAt(result, slot.slice(RESULT.length).split('.'));
      if (typeof value === 'string') kept[slot] = value.slice(0, MAX_FIELD_CHARACTERS);
      else if (typeof value === 'number' || typeof value === 'boolean') kept[slot] = value;
    }
  return kept;
}

function fieldAt(result: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    result,
  );
}

type Place = { path: string; template: string };

/** Every text with slots, and its place in the flow. */
export function* templatesOf(flow: Flow): Generator<Place> {
  yield { path: 'otherwise', template: flow.otherwise };
  for (const [name, { say, otherwise, rules }] of Object.entries(flow.states)) {
    const path = `states.${name}`;
    if (say) yield { path: `${path}.say`, template: say };
    if (otherwise) yield { path: `${path}.otherwise.say`, template: otherwise.say };
    yield* templatesOfRules(`${path}.rules`, rules);
  }
  yield* templatesOfRules('anywhere', flow.anywhere ?? []);
}

function* templatesOfRules(path: string, rules: readonly FlowRule[]): Generator<Place> {
  for (const [index, { say, call }] of rules.entries()) {
    if (say) yield { path: `${path}.${index}.say`, template: say };
    if (!call) continue;
    for (const [name, template] of Object.entries(call.arguments ?? {}))
      if (typeof template === 'string') yield { path: `${path}.${index}.call.arguments.${name}`, template };
    yield { path: `${path}.${index}.call.on_failure.say`, template: call.on_failure.say };
  }
}
