import type { Check } from './check.ts';
import { keys, schema } from './database/contents.ts';
import { embedded } from './database/embedded.ts';
import { reachable } from './database/reachable.ts';
import { clock, connections, encryption, nodes } from './database/server.ts';
import { workers } from './database/workers.ts';
import { ffmpeg, sandbox } from './engines/media-tools.ts';
import { translation } from './engines/translation.ts';
import { weights } from './engines/weights.ts';
import { descriptors, processes } from './machine/limits.ts';
import { memory } from './machine/memory.ts';
import { runtime, time } from './machine/runtime.ts';
import { languageModel } from './outside/language-model.ts';
import { mail } from './outside/mail.ts';
import { outbound } from './outside/outbound.ts';
import { port } from './outside/port.ts';
import { proxyTrust } from './outside/proxy-trust.ts';
import { publicAddress } from './outside/public-address.ts';
import { publicWay } from './outside/public-way.ts';
import { signingHosts } from './outside/signing-hosts.ts';
import { certificate } from './setup/certificate.ts';
import { configuration } from './setup/configuration.ts';
import { payments } from './setup/payments.ts';
import { secretFiles, secretSettings } from './setup/secrets.ts';
import { unusedSettings } from './setup/unused-settings.ts';
import { backups } from './storage/backups.ts';
import { dataFolder, temporaryFolder } from './storage/data-folder.ts';
import { diskSpace } from './storage/disk-space.ts';
import { objectStore } from './storage/object-store.ts';
import { storeClock } from './storage/store-clock.ts';

/** In the order in which they are told. */
export const CHECKS: readonly Check[] = [
  ...[configuration, unusedSettings, secretSettings, secretFiles],
  ...[reachable, schema, keys, connections, clock, encryption, nodes, workers, embedded],
  ...[dataFolder, diskSpace, temporaryFolder, objectStore, storeClock, backups],
  ...[runtime, memory, descriptors, processes, time],
  ...[weights, ffmpeg, sandbox, translation],
  ...[port, publicAddress, publicWay, proxyTrust, outbound, mail, languageModel, payments],
  ...[certificate, signingHosts],
];
