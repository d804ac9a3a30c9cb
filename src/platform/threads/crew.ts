import { isOutOfMemory, Member } from './member.ts';
import type { Report } from './messages.ts';

export type Order = { order: { module: string; name: string; input: unknown }; budgetMs: number };

/** With one, a task that overruns would hold up everybody. */
const THREADS = 2;

/** The threads: started when they are needed, and replaced when a task ended one. */
export function createCrew() {
  const members = new Set<Member>();
  let restarts = 0;
  let isClosed = false;

  function newMember(): Member {
    const member = new Member(() => members.delete(member));
    members.add(member);
    return member;
  }

  async function run(member: Member, { order, budgetMs }: Order): Promise<Report> {
    try {
      return await member.run(order, budgetMs);
    } catch (error) {
      members.delete(member);
      restarts += 1;
      // It may be healthy still, if its order could not be sent.
      void member.close();
      // What others' tasks have kept may have filled its memory.
      const isOwnFault = member.tasks === 1 || !isOutOfMemory(error);
      if (isOwnFault || isClosed) throw error;
    }
    return run(newMember(), { order, budgetMs });
  }

  async function stopAll(): Promise<void> {
    const leaving = [...members];
    members.clear();
    await Promise.all(leaving.map((member) => member.close()));
  }

  return {
    run,
    stopAll,
    /** A thread that has nothing to do, if there may be one. */
    free(): Member | undefined {
      const free = [...members].find(({ isFree }) => isFree);
      return free || members.size >= THREADS ? free : newMember();
    },
    busy: () => [...members].filter(({ isFree }) => !isFree).length,
    restarts: () => restarts,
    async close() {
      isClosed = true;
      await stopAll();
    },
  };
}
