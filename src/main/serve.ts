import type { Config } from '../platform/config/index.ts';
import { runAs } from '../platform/event-loop-watch/index.ts';
import type { Log } from '../platform/log.ts';
import { runAdminCommand } from './admin-commands.ts';
import { COPY_DATABASE, copyDatabase } from './backup-snapshots.ts';
import { banner, startWarnings } from './banner.ts';
import { openControlSocket } from './control-socket.ts';
import { demoKey, rememberAddress } from './demo-account.ts';
import { DESCRIBE, describeService } from './doctor/running-service.ts';
import { openResources } from './open-resources.ts';
import { inputOf, ROTATE_KEYS, rotateKeys } from './rotate-keys-command.ts';
import { createService } from './service.ts';
import { startWith } from './start-with.ts';
import { stopGracefully } from './stop-gracefully.ts';
import { reportReady } from './supervised.ts';

await startWith(async (config: Config, log: Log) => {
  const resources = await openResources(config, log);
  const service = await createService(resources);
  const { db } = resources.database;
  const { dataDir, adminEmails, publicUrl } = config;
  const { clock } = resources;
  const { secrets } = resources;
  const run = (args: readonly string[]) => {
    if (args[0] === COPY_DATABASE) return copyDatabase(db, dataDir, log);
    if (args[0] === DESCRIBE) return describeService(db, config);
    if (args[0] === ROTATE_KEYS) return rotateKeys({ db, clock, secrets }, inputOf(args));
    return runAdminCommand({ db, clock, publicUrl, adminEmails }, args);
  };
  const control = config.databaseUrl ? null : await openControlSocket({ dataDir, log, run });
  let isStopping = false;
  stopGracefully({ log, leaveSeconds: config.drainSeconds }, async (seconds) => {
    isStopping = true;
    await service.app.leave(seconds);
    await control?.close();
    await service.close();
    await resources.close();
  });
  // Where it has to be written, that takes so long that all others would have to wait.
  await service.app.inject('/api/openapi.json');
  const address = await service.app.listen({ host: config.host, port: config.port });
  reportReady();
  service.eventLoop.start();
  runAs({ name: 'start' }, () => service.app.warmSchemas()).catch((err) =>
    log.error({ err }, 'the schemas of the routes did not compile'),
  );
  resources.speech.warm().catch((err) => {
    if (!isStopping) log.error({ err }, 'the speech engine did not warm up');
  });
  for (const warning of startWarnings(config)) log.warn(warning);
  const key = config.production ? null : await demoKey({ ...resources, ...service, db, dataDir });
  if (key) await rememberAddress(dataDir, address);
  const translates = resources.apertium !== null || resources.languageModel !== null;
  const offer = 'dubs into English; ./run languages adds others';
  process.stdout.write(banner(config, key, translates ? undefined : offer));
});
