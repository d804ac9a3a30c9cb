import { existsSync } from 'node:fs';
import { finishSeconds, knownSettings, leaseSeconds } from '../../tests/support/known-settings.ts';
import { matches, type Pod, podsOf, selectorOf } from './pods.ts';
import type { KubernetesObject } from './renderer.ts';

const MAX_NAME = 63;
const OUR_IMAGE = /^registry\.example\.com\/vox-humana[:@]|^vox-humana:/;

/** What is wrong with a release although each of its objects is valid. */
export function faultsOf(objects: readonly KubernetesObject[]): string[] {
  const pods = podsOf(objects);
  return [
    ...namesOf(objects),
    ...objects.flatMap((object) => findsNothing(object, objects, pods)),
    ...pods.flatMap((pod) =>
      [...confinement(pod), ...environment(pod), ...commands(pod), ...times(pod)].map(
        (fault) => `${pod.owner.kind} ${pod.owner.metadata.name}: ${fault}`,
      ),
    ),
  ];
}

function namesOf(objects: readonly KubernetesObject[]): string[] {
  const ids = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${id} is there twice`);
  const long = objects.filter(({ metadata }) => metadata.name.length > MAX_NAME);
  return [...twice, ...long.map(({ metadata }) => `${metadata.name} is too long`)];
}

/** Selectors and references that nothing in the release answers to. */
function findsNothing(object: KubernetesObject, all: readonly KubernetesObject[], pods: Pod[]): string[] {
  const id = `${object.kind} ${object.metadata.name}`;
  const selector = selectorOf(object);
  const found = selector === null || pods.some(({ labels }) => matches(selector, labels));
  const { name } = (object.spec?.scaleTargetRef ?? {}) as { name?: string };
  const target = all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  return [
    ...(found ? [] : [`${id} selects no pod`]),
    ...(name === undefined || target ? [] : [`${id} scales nothing`]),
    ...(target && 'replicas' in target.spec ? [`${id} scales what has fixed replicas`] : []),
  ];
}

function confinement({ spec, container }: Pod): string[] {
  const { securityContext: inner, volumeMounts } = container;
  const volumes = new Set(spec.volumes.map(({ name }) => name));
  const held = {
    'has a token of the cluster': spec.automountServiceAccountToken !== false,
    'gets variables of other services': spec.enableServiceLinks !== false,
    'may run as root': spec.securityContext.runAsNonRoot !== true || spec.securityContext.runAsUser !== 1000,
    'has no seccomp profile': spec.securityContext.seccompProfile === undefined,
    'can write to its root': inner.readOnlyRootFilesystem !== true,
    'can gain rights': inner.allowPrivilegeEscalation !== false,
    'has capabilities': JSON.stringify(inner.capabilities) !== '{"drop":["ALL"]}',
    'mounts what is not there': volumeMounts.some(({ name }) => !volumes.has(name)),
    'cannot write to /data and /tmp': volumeMounts.map(({ mountPath }) => mountPath).join() !== '/data,/tmp',
    'has no limit of memory': container.resources.limits.memory === undefined,
  };
  return Object.entries(held).flatMap(([fault, is]) => (is ? [fault] : []));
}

function environment({ container }: Pod): string[] {
  const names = container.env.map(({ name }) => name);
  const known = knownSettings();
  const isOurs = OUR_IMAGE.test(container.image);
  return [
    ...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${name} is set twice`),
    ...names.filter((name) => isOurs && !known.has(name)).map((name) => `there is no setting ${name}`),
    ...container.env
      .filter(({ value, valueFrom }) => (value === undefined) === (valueFrom === undefined))
      .map(({ name }) => `${name} needs a value or a reference`),
  ];
}

function commands({ container }: Pod): string[] {
  if (!OUR_IMAGE.test(container.image) || container.command) return [];
  const [command = ''] = container.args ?? [];
  return existsSync(`src/main/${command}.ts`) ? [] : [`there is no command "${command}"`];
}

function times({ owner, spec, container }: Pod): string[] {
  if (owner.kind === 'Job') return [];
  const drain = Number(container.env.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? 0);
  const needed = Math.max(drain + finishSeconds(), leaseSeconds());
  const given = spec.terminationGracePeriodSeconds ?? 30;
  return given > needed ? [] : [`it is killed after ${given} seconds, and may need ${needed}`];
}
