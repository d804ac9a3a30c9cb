import type { Slots } from './match-pattern.ts';

const SLOT = /\{([a-z][a-z0-9_]{0,39})\}/g;

export function slotsIn(template: string): string[] {
  return Array.from(template.matchAll(SLOT), (match) => match[1] ?? '');
}

/** A slot that was not filled yet stays out. */
export function fill(template: string, slots: Slots): string {
  return template.replace(SLOT, (_, name: string) => String(Object.hasOwn(slots, name) ? slots[name] : ''));
}
