import type { Deadline } from '../deadline.ts';

/** Deadlines that pass when the test says so, however long they are. */
export function createManualDeadline(): { deadline: Deadline; pass(): void } {
  const waiting = new Set<AbortController>();
  return {
    deadline() {
      const controller = new AbortController();
      waiting.add(controller);
      return controller.signal;
    },
    pass() {
      for (const controller of waiting) controller.abort(new DOMException('The time is up.', 'TimeoutError'));
      waiting.clear();
    },
  };
}
