import { useEffect, useState } from 'react';

/** State that survives a reload. `key` names the page: `vox.draft.speech`. */
export function useDraft<T extends object>(key: string, initial: T): [T, (change: Partial<T>) => void] {
  const [draft, setDraft] = useState<T>(() => ({ ...initial, ...kept<T>(key) }));
  useEffect(() => localStorage.setItem(key, JSON.stringify(draft)), [key, draft]);
  return [draft, (change) => setDraft((before) => ({ ...before, ...change }))];
}

/** An older version of the console may have left something else there. */
function kept<T>(key: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A draft that was sent is forgotten: the page then begins with what the service has. */
export function forgetDraft(key: string): void {
  localStorage.removeItem(key);
}

/** Changes the draft of a page that is not open. */
export function changeDraft(key: string, change: object): void {
  localStorage.setItem(key, JSON.stringify({ ...kept(key), ...change }));
}
