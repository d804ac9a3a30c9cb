import { randomUUID } from 'node:crypto';
import { type AskClient, ToolFailed } from '../tools/call-tools.ts';
import type { ToolResult } from './client-messages.ts';

type SendCall = (call: { type: 'tool_call'; call_id: string; name: string; arguments: unknown }) => void;

export type ClientTools = {
  /** Asks the client by what it is sent. */
  askWith(send: SendCall): AskClient;
  /** False if nothing waits for it: it came too late, or was never asked for. */
  answer(result: ToolResult): boolean;
};

export function createClientTools(): ClientTools {
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  return {
    askWith: (send) => async (name, given, signal) => {
      const callId = `call_${randomUUID()}`;
      const answer = Promise.withResolvers<unknown>();
      const giveUp = () => answer.reject(new ToolFailed('The client did not answer in time.'));
      waiting.set(callId, answer);
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        if (signal.aborted) giveUp();
        else send({ type: 'tool_call', call_id: callId, name, arguments: given });
        return await answer.promise;
      } finally {
        signal.removeEventListener('abort', giveUp);
        waiting.delete(callId);
      }
    },
    answer({ call_id: callId, result, error }) {
      const asked = waiting.get(callId);
      if (error === undefined) asked?.resolve(result ?? {});
      else asked?.reject(new ToolFailed(error));
      return asked !== undefined;
    },
  };
}
