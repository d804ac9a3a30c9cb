import type { PaymentEventDeps } from '../../money/payment-events/index.ts';
import {
  adminRoutes,
  billingAdminRoutes,
  paymentEventAdminRoutes,
  workerSecretRoutes,
} from '../../site/admin/index.ts';
import { changelogRoutes } from '../../site/changelog/index.ts';
import { consoleRoutes } from '../../site/console/index.ts';
import { docsRoutes } from '../../site/docs/index.ts';
import { healthRoutes } from '../../site/health/index.ts';
import { mcpRoutes } from '../../site/mcp/index.ts';
import { installMetrics } from '../../site/metrics/index.ts';
import { modelRoutes } from '../../site/models/index.ts';
import { adminsFrom } from '../../tenancy/administrators/index.ts';
import { checksOf } from '../health-checks.ts';
import type { Resources } from '../open-resources.ts';
import { roleOf } from '../open-telemetry.ts';
import { readBacklog } from '../read-backlog.ts';
import type { Media } from './media.ts';
import type { App, Shared } from './shared.ts';
import type { Work } from './work.ts';

/** Administration, documentation, models, health and metrics. */
export async function registerSite(
  app: App,
  shared: Shared,
  resources: Resources,
  { dispatcher, jobs: { kinds } }: Work,
  { isModelOffered: isOffered }: Pick<Media, 'isModelOffered'>,
  payments: PaymentEventDeps,
): Promise<void> {
  const { speech, transcription, activity, music, effects, languageModel } = resources;
  const { tools } = resources.media;
  await app.register(adminRoutes({ ...shared, isAdmin: adminsFrom(shared.config.adminEmails) }));
  await app.register(paymentEventAdminRoutes(payments));
  await app.register(billingAdminRoutes(shared));
  await app.register(workerSecretRoutes({ ...shared, kinds }));
  await app.register(modelRoutes({ speech, transcription, music, effects, languageModel, isOffered }));
  await app.register(changelogRoutes());
  await app.register(docsRoutes({ dataDir: shared.config.dataDir, log: shared.log }));
  await app.register(consoleRoutes(shared));
  await app.register(mcpRoutes({ ...shared, origins: shared.config.mcpOrigins }));
  await app.register(
    healthRoutes({ checks: checksOf(resources, { tools, dispatcher }), clock: shared.clock }),
  );
  const engines = {
    speech: () => speech.figures(),
    transcription: () => transcription.figures(),
    'voice-activity': () => activity.figures(),
    music: () => music.figures(),
    'sound-effects': () => effects.figures(),
    threads: () => shared.threads.figures(),
  };
  const { metricsToken, otlp } = shared.config;
  installMetrics(app, {
    token: metricsToken,
    engines,
    eventLoop: shared.eventLoop,
    backlog: { ...shared, read: () => readBacklog(shared) },
    hasSandbox: tools.sandbox !== null,
    exported: otlp?.metrics ? { config: otlp, role: roleOf('server'), log: shared.log } : undefined,
  });
}
