import type { KubernetesObject } from './renderer.ts';

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } };
type Probe = { httpGet: { path: string; port: string } };
export type Container = {
  image: string;
  command?: string[];
  args?: string[];
  env: Variable[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: Record<string, unknown>;
  resources: { limits: Record<string, unknown> };
} & Partial<Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>>;
type PodSpec = {
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  containers: Container[];
  volumes: { name: string }[];
};
export type Pod = {
  owner: KubernetesObject;
  labels: Record<string, string>;
  spec: PodSpec;
  container: Container;
};

/** What the Deployments and Jobs of a release start. */
export function podsOf(objects: readonly KubernetesObject[]): Pod[] {
  return objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((owner) => {
      const { template } = owner.spec as {
        template: { metadata: KubernetesObject['metadata']; spec: PodSpec };
      };
      const [container] = template.spec.containers;
      if (!container) throw new Error(`${owner.metadata.name} has no container`);
      return { owner, labels: template.metadata.labels, spec: template.spec, container };
    });
}

/** The labels by which an object finds its pods. */
export function selectorOf({ kind, spec }: KubernetesObject): Record<string, string> | null {
  if (kind === 'Service') return spec.selector as Record<string, string>;
  const { matchLabels } = (spec?.selector ?? spec?.podSelector ?? {}) as {
    matchLabels?: Record<string, string>;
  };
  return kind === 'ServiceMonitor' ? null : (matchLabels ?? null);
}

export const matches = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
