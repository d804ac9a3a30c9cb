import { TooManySessions } from './errors.ts';

export type OpenSessions = {
  /** Gives the function that leaves. Fails when the account has `most` conversations already. */
  enter(accountId: string, conversations: { most: number; elsewhere: number }): () => void;
};

/** Counts the sessions of each account on this node. */
export function createOpenSessions(): OpenSessions {
  const open = new Map<string, number>();
  return {
    enter(accountId, { most, elsewhere }) {
      const count = open.get(accountId) ?? 0;
      if (count + elsewhere >= most) throw new TooManySessions(most);
      open.set(accountId, count + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (open.get(accountId) ?? 1) - 1;
        if (left > 0) open.set(accountId, left);
        else open.delete(accountId);
      };
    },
  };
}
