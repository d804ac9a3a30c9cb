import { EngineFailed } from './errors.ts';
import type { PendingCall } from './pending-call.ts';

/** Calls wait in execution order: urgent ones, then the others. */
export function createCallQueue() {
  const waiting: PendingCall[] = [];
  return {
    length: () => waiting.length,
    first: () => waiting[0],
    add(call: PendingCall): void {
      const behind = call.urgent ? waiting.findIndex((other) => !other.urgent) : -1;
      waiting.splice(behind < 0 ? waiting.length : behind, 0, call);
    },
    /** Whether the call was waiting. */
    take(call: PendingCall): boolean {
      const index = waiting.indexOf(call);
      if (index >= 0) waiting.splice(index, 1);
      return index >= 0;
    },
    refuse(cause: string): void {
      for (const call of waiting.splice(0)) call.reject(new EngineFailed({ cause }));
    },
  };
}
