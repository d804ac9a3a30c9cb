import { useNavigate, useSearch } from '@tanstack/react-router';

/** State that is in the address of the page, so that it survives a reload and can be shared. */
export function useAddress<T extends Record<string, string>>(initial: T): [T, (change: Partial<T>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const names = Object.keys(initial);
  const state = Object.fromEntries(names.map((name) => [name, String(search[name] ?? initial[name])])) as T;
  const change = (changed: Partial<T>) => {
    const all = Object.entries({ ...search, ...changed });
    const next = Object.fromEntries(all.filter(([name, value]) => value !== initial[name]));
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  };
  return [state, change];
}
