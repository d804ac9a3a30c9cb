import { AsyncLocalStorage } from 'node:async_hooks';

/** A route or a background task runs; a route has a request and the account that sent it. */
export type Activity = { name: string; requestId?: string; owner?: string | undefined };

const current = new AsyncLocalStorage<Activity>();

/** Whatever it starts belongs to this activity too, until it has ended. */
export function runAs<Result>(activity: Activity, run: () => Result): Result {
  return current.run(activity, run);
}

export function currentActivity(): Activity | undefined {
  return current.getStore();
}
