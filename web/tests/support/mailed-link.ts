import { setTimeout as delay } from 'node:timers/promises';
import type { RunningService } from './service.ts';

/** The newest link to a page that the address got. Mails are sent after the answer, with long lines broken. */
export async function mailedLink(service: RunningService, email: string, path: string): Promise<string> {
  const pattern = new RegExp(`/${path}#[0-9A-Za-z]+`);
  for (;;) {
    const mails = (await service.mails()).map((mail) => mail.replaceAll('=\n', ''));
    const own = mails.findLast((mail) => mail.includes(`To: ${email}`) && pattern.test(mail));
    if (own) return pattern.exec(own)?.[0] ?? '';
    await delay(100);
  }
}
