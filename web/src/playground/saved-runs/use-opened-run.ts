import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { account } from '../../api/clients.ts';
import type { SavedRequest } from './saved-request.ts';

/**
 * `?run=ID` fills the page with a saved run. The address then says `?from=ID`, so that a reload keeps what was changed
 * since.
 */
export function useOpenedRun(onOpen: (request: SavedRequest) => void) {
  const { run, from } = useSearch({ strict: false }) as { run?: string; from?: string };
  const navigate = useNavigate();
  const id = run ?? from;
  const { data, error } = useQuery({
    queryKey: ['runs', id],
    queryFn: ({ signal }) => account.runs.get(String(id), { signal }),
    enabled: id !== undefined,
    refetchOnWindowFocus: false,
  });
  const open = useRef(onOpen);
  open.current = onOpen;
  useEffect(() => {
    if (!run || data?.id !== run) return;
    open.current(data.request);
    void navigate({ to: '.', search: { from: run }, replace: true });
  }, [run, data, navigate]);
  return { opened: data ?? null, error };
}
