import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from './browser.ts';
import { PAYMENT_SECRET } from './payments.ts';
import { startReceiver } from './receiver.ts';
import { type RunningService, startService } from './service.ts';
import { openVisitor, type Visitor } from './visitor.ts';

export { checkAccessibility } from './accessibility.ts';
export { playing } from './browser.ts';
export type { Visitor };

type Running = { service: RunningService; browser: Browser; receiverUrl: string; close(): Promise<void> };

const running = new Map<string, Promise<Running>>();

export type Console = Awaited<ReturnType<typeof openConsole>>;

/**
 * The running service and a browser for it. The files of a process share them, since starting takes longer than most
 * tests, unless a file wants an environment of its own. A test that needs an empty account signs somebody up.
 */
export async function openConsole(environment: Record<string, string> = {}) {
  const key = JSON.stringify(environment);
  const starting = running.get(key) ?? start(environment);
  running.set(key, starting);
  const { service, browser, receiverUrl } = await starting;
  const visitors: Visitor[] = [];
  return {
    service,
    browser,
    /** Where the service may send webhooks. Everything is answered with 200. */
    receiverUrl,
    /** A person with a browser of their own. */
    async visitor(): Promise<Visitor> {
      const visitor = await openVisitor(service, browser);
      visitors.push(visitor);
      return visitor;
    },
    /** The service and the browser stay for the next file. */
    async close(): Promise<void> {
      await Promise.all(visitors.map((visitor) => visitor.close()));
    },
  };
}

// Outside every `describe`, so that it runs once, after the last file of the process.
after(async () => {
  for (const { close } of await Promise.all(running.values())) await close();
});

async function start(environment: Record<string, string>): Promise<Running> {
  const receiver = await startReceiver();
  const [service, browser] = await Promise.all([
    startService({
      OUTBOUND_ALLOW: receiver.host,
      CARDPAY_WEBHOOK_SECRET: PAYMENT_SECRET,
      // Nobody waits 30 days for earnings here.
      EARNINGS_HOLD_DAYS: '0',
      // The strictest for films, and the most open for strangers.
      REQUIRE_FACE_CONSENT: 'true',
      PROVENANCE_CHECK: 'public',
      ...environment,
    }),
    launch(),
  ]);
  return {
    service,
    browser,
    receiverUrl: receiver.url,
    async close() {
      await browser.close();
      await service.close();
      receiver.close();
    },
  };
}
