import { AskedThread } from '../../platform/threads/index.ts';
import { PasswordsBusy } from './errors.ts';

export type StrengthQuestion = { password: string; hints: string[] };
export type StrengthVerdict = { score: number; common: boolean };
export type StrengthMeter = {
  measure(password: string, hints: string[]): Promise<StrengthVerdict>;
  close(): Promise<void>;
};

const THREAD = new URL('./strength.worker.ts', import.meta.url);
const DEADLINE_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 200;

/** The dictionaries take 200 MB and an estimate up to a second, so they have a thread that stops when it is idle. */
export function createStrengthMeter(): StrengthMeter {
  const thread = new AskedThread<StrengthQuestion, StrengthVerdict>(THREAD, { idleMs: IDLE_MS });
  const close = () => thread.close();

  async function measure(password: string, hints: string[]): Promise<StrengthVerdict> {
    if (thread.waiting >= MAX_WAITING) throw new PasswordsBusy();
    const deadline = setTimeout(close, DEADLINE_MS);
    try {
      return await thread.ask({ password, hints });
    } catch (error) {
      throw new PasswordsBusy(error);
    } finally {
      clearTimeout(deadline);
    }
  }

  return { measure, close };
}
