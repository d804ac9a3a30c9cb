import type { Db } from '../../platform/database/index.ts';
import {
  type JobKinds,
  jobEventRoutes,
  jobOutputRoutes,
  jobRoutes,
  type OutputUrl,
  pollPath,
  renewPayload,
  watchJobs,
} from '../../work/jobs/index.ts';
import { provenanceRoutes } from '../../work/provenance/index.ts';
import {
  type AnnouncedEvent,
  DELIVERY_RULES,
  listenRoutes,
  openLiveEvents,
  startDispatcher,
  webhookRoutes,
} from '../../work/webhooks/index.ts';
import { workerRoutes } from '../../work/workers/index.ts';
import type { App, Shared } from './shared.ts';

export type Work = Awaited<ReturnType<typeof registerWork>>;

/** Jobs, the workers that run them, and the webhooks that announce their results. */
export async function registerWork(app: App, shared: Shared, kinds: JobKinds) {
  const { database, signUrl, webhookOutbound: outbound } = shared;
  const outputUrl: OutputUrl = ({ id, account_id }, output) =>
    signUrl(`${pollPath(id)}/${output}`, account_id);
  const webhooks = {
    ...shared,
    outbound,
    rules: DELIVERY_RULES,
    renewPayload: (db: Db, event: AnnouncedEvent) => renewPayload({ kinds, outputUrl }, db, event),
  };
  const dispatcher = await startDispatcher({ ...webhooks, database });
  const watch = await watchJobs(database);
  const jobs = { ...shared, watch, kinds, outputUrl };
  const liveEvents = await openLiveEvents(database);
  await app.register(webhookRoutes(webhooks));
  await app.register(listenRoutes({ ...webhooks, liveEvents }));
  await app.register(jobRoutes(jobs));
  await app.register(jobEventRoutes(jobs));
  await app.register(jobOutputRoutes(jobs));
  await app.register(workerRoutes(jobs));
  await app.register(provenanceRoutes(shared));
  return { jobs, webhooks, dispatcher, watch, liveEvents };
}
