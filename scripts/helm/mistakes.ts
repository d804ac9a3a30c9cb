import type { Container } from './pods.ts';
import { podsOf } from './pods.ts';
import type { KubernetesObject } from './renderer.ts';
import { faultsOf } from './rules.ts';
import { problemsOf } from './schemas.ts';

type Mistake = (objects: KubernetesObject[]) => void;

const of = (objects: KubernetesObject[], kind: string): KubernetesObject => {
  const found = objects.find((object) => object.kind === kind);
  if (!found) throw new Error(`there is no ${kind}`);
  return found;
};
const containerOf = (objects: KubernetesObject[]): Container => {
  const [pod] = podsOf(objects);
  if (!pod) throw new Error('there is no pod');
  return pod.container;
};

/** What nobody should get past this check. */
const MISTAKES: Record<string, Mistake> = {
  'a field that Kubernetes does not know': (all) => Object.assign(of(all, 'Deployment').spec, { replica: 2 }),
  'a field of a container that Kubernetes does not know': (all) =>
    Object.assign(containerOf(all), { readyProbe: {} }),
  'a number as text': (all) => Object.assign(of(all, 'Deployment').spec, { replicas: '2' }),
  'a selector that is missing': (all) => Object.assign(of(all, 'Deployment').spec, { selector: undefined }),
  'text where KEDA wants a number': (all) =>
    Object.assign(of(all, 'ScaledObject').spec, { pollingInterval: 'often' }),
  'a field that KEDA does not know': (all) => Object.assign(of(all, 'ScaledObject').spec, { minReplicas: 1 }),
  'a field that the operator of Prometheus does not know': (all) =>
    Object.assign(of(all, 'ServiceMonitor').spec, { ports: [] }),
  'a policy that selects nothing': (all) =>
    Object.assign(of(all, 'NetworkPolicy').spec, { podSelector: { matchLabels: { a: 'b' } } }),
  'a budget that selects nothing': (all) =>
    Object.assign(of(all, 'PodDisruptionBudget').spec, { selector: { matchLabels: { a: 'b' } } }),
  'a setting that nobody reads': (all) => containerOf(all).env.push({ name: 'SESSION_SECRETS', value: '' }),
  'a command that is not there': (all) => Object.assign(containerOf(all), { args: ['server'] }),
  'a root that can be written': (all) =>
    Object.assign(containerOf(all).securityContext, { readOnlyRootFilesystem: false }),
  'two objects of one name': (all) => all.push(of(all, 'Service')),
};

/** The mistakes that were made in a copy of a release, and that the check did not see. */
export async function unseenMistakes(objects: readonly KubernetesObject[]): Promise<string[]> {
  const unseen: string[] = [];
  for (const [name, make] of Object.entries(MISTAKES)) {
    const copy = structuredClone([...objects]);
    make(copy);
    const problems = (await Promise.all(copy.map(problemsOf))).flat();
    if (problems.length + faultsOf(copy).length === 0) unseen.push(`this check does not see ${name}`);
  }
  return unseen;
}
