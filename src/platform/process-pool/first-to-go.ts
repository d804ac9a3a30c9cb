import { writeFileSync } from 'node:fs';

/** Of 1000. The program itself has 0, or what its operator chose. */
const EAGERNESS = '500';

/**
 * When memory runs out, the kernel is to end an engine, which is replaced and costs one call, and not the program, which costs all
 * of them. What the engine starts inherits this. A process may always raise this for itself.
 */
export function goFirstWithoutMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', EAGERNESS);
  } catch (error) {
    // Systems other than Linux have no such file, and some sandboxes show it read-only.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'EACCES', 'EROFS', 'EPERM'].includes(code)) throw error;
  }
}
