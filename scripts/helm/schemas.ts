import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KubernetesObject } from './renderer.ts';

type SchemaError = { instancePath: string; message?: string; params: unknown };
type Validator = { (data: unknown): boolean; errors?: SchemaError[] | null };

/** Beside the other packages, which only this check needs. */
const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/helm');
const CORE = 'kubernetes-models/_schemas/IoK8sApi';
const FILES: Record<string, string> = {
  'apps/v1 Deployment': `${CORE}AppsV1Deployment`,
  'autoscaling/v2 HorizontalPodAutoscaler': `${CORE}AutoscalingV2HorizontalPodAutoscaler`,
  'batch/v1 Job': `${CORE}BatchV1Job`,
  'networking.k8s.io/v1 Ingress': `${CORE}NetworkingV1Ingress`,
  'networking.k8s.io/v1 NetworkPolicy': `${CORE}NetworkingV1NetworkPolicy`,
  'policy/v1 PodDisruptionBudget': `${CORE}PolicyV1PodDisruptionBudget`,
  'v1 Service': `${CORE}CoreV1Service`,
  'v1 ServiceAccount': `${CORE}CoreV1ServiceAccount`,
  'keda.sh/v1alpha1 ScaledObject':
    '@kubernetes-models/keda/_schemas/ComGithubKedacoreKedaV2ApisKedaV1alpha1ScaledObject',
  'monitoring.coreos.com/v1 ServiceMonitor':
    '@kubernetes-models/prometheus-operator/_schemas/ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1ServiceMonitor',
};

/** What a cluster would refuse about an object, by the schemas that Kubernetes, KEDA and the operator of Prometheus publish. */
export async function problemsOf(object: KubernetesObject): Promise<string[]> {
  const kind = `${object.apiVersion} ${object.kind}`;
  const file = FILES[kind];
  if (file === undefined) return [`${kind} has no schema here`];
  const { validate } = (await import(pathToFileURL(join(FOLDER, 'node_modules', `${file}.js`)).href)) as {
    validate: Validator;
  };
  const watched = watchReads(object);
  validate(watched.object);
  const errors = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
  return [...errors, ...watched.unread().map((path) => `${path} is in no schema`)];
}

/** The compiled schemas say nothing of fields that they do not know. They read all that they know, so the others are those that nobody read. */
function watchReads(root: object): { object: object; unread: () => string[] } {
  const reads = new Map<object, Set<string>>();
  const watch = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const seen = reads.get(value) ?? new Set<string>();
    reads.set(value, seen);
    return new Proxy(value, {
      get(target, key) {
        if (typeof key === 'string') seen.add(key);
        return watch(Reflect.get(target, key));
      },
    });
  };
  const unreadIn = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      reads.get(value)?.has(key) ? unreadIn(inner, `${path}/${key}`) : [`${path}/${key}`],
    );
  };
  return { object: watch(root) as object, unread: () => unreadIn(root, '') };
}

/** Once: from the registry of npm, as the lock beside this file says. */
export function installSchemas(): void {
  if (existsSync(join(FOLDER, 'node_modules/kubernetes-models'))) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(import.meta.dirname, name), join(FOLDER, name));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: 'inherit',
  });
}
