import { type QueryKey, useMutation } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { useTexts } from '../texts/index.tsx';
import { useNotify } from '../ui/toasts.tsx';

/** Does something, says so, and reads the list anew. A failure stays on the page: show `error`. */
export function useDecision<Input>(queryKey: QueryKey, decide: (input: Input) => PromiseLike<unknown>) {
  const { admin: texts } = useTexts();
  const notify = useNotify();
  return useMutation({
    mutationFn: async (input: Input) => {
      await decide(input);
    },
    onSuccess: async () => {
      notify.done(texts.done);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
}
