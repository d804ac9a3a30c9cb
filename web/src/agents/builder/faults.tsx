import { ApiError } from '@vox-humana/client';
import { createContext, type ReactNode, useContext } from 'react';

type Fault = { path: string; message: string };
const FaultsContext = createContext<Fault[]>([]);

/** Hands each field what the service found wrong with it. */
export function FaultsProvider({ error, children }: { error: unknown; children: ReactNode }) {
  const faults =
    error instanceof ApiError
      ? error.detail.map(({ path, message }) => ({ path: path.replace(/^body\./, ''), message }))
      : [];
  return <FaultsContext value={faults}>{children}</FaultsContext>;
}

/** The fault at this place or inside of it: `flow.states.open.rules.0.when`. */
export function useFault(path: string): string | undefined {
  const faults = useContext(FaultsContext);
  const found = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
  return found.length > 0 ? found.map(({ message }) => message).join('; ') : undefined;
}

/** The fault at exactly this place. */
export function useFaultAt(path: string): string | undefined {
  return useContext(FaultsContext).find((fault) => fault.path === path)?.message;
}
