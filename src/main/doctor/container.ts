import { existsSync } from 'node:fs';

/** As `./run` tells it. */
export function isContainer(env: NodeJS.ProcessEnv): boolean {
  const marks = ['/.dockerenv', '/run/.containerenv'];
  return marks.some((path) => existsSync(path)) || Boolean(env.KUBERNETES_SERVICE_HOST);
}
