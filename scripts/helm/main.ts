/**
 * npm run check:helm
 *
 * Renders the chart with Helm if the machine has it, and with Go's template engine and Debian's sprig
 * (apt-get install golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev), and holds what comes out against the published
 * schemas of Kubernetes, KEDA and the operator of Prometheus and against this program. It needs the registry of npm once, and no cluster.
 * With promtool (apt-get install prometheus) it asks what the query of KEDA answers.
 */
import { fitValues } from '../../tests/support/chart.ts';
import { CASES, REFUSED, REFUSED_LATER } from './cases.ts';
import { unseenMistakes } from './mistakes.ts';
import { wrongAnswers } from './queries.ts';
import { type KubernetesObject, openRenderers, type Renderer } from './renderer.ts';
import { faultsOf } from './rules.ts';
import { installSchemas, problemsOf } from './schemas.ts';

const problems: string[] = [];
installSchemas();
for (const [name, values] of Object.entries(REFUSED))
  if (fitValues(values).length === 0) problems.push(`values.schema.json allows ${name}`);
for (const renderer of openRenderers()) {
  process.stdout.write(`with ${renderer.name}:\n`);
  for (const [name, { values, message }] of Object.entries(REFUSED_LATER))
    if (!message.test(refusalOf(renderer, values))) problems.push(`the templates allow ${name}`);
  for (const [name, values] of Object.entries(CASES)) {
    problems.push(...fitValues(values).map((problem) => `${name}: values${problem}`));
    const { objects, notes } = renderer.render(values);
    for (const object of objects)
      for (const problem of await problemsOf(object))
        problems.push(`${name}: ${object.kind} ${object.metadata.name}${problem}`);
    problems.push(...faultsOf(objects).map((fault) => `${name}: ${fault}`));
    if (name === 'everything on') problems.push(...(await unseenMistakes(objects)), ...queryFaults(objects));
    process.stdout.write(
      `  ${name}: ${objects.length} objects, ${notes.split('\n').length} lines of notes\n`,
    );
  }
}
process.stdout.write(
  problems.length > 0
    ? `${problems.join('\n')}\n`
    : `The chart is valid. ${Object.keys(REFUSED).length} mistakes in values are refused, and mistakes in templates are seen.\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function refusalOf(renderer: Renderer, values: object): string {
  try {
    renderer.render(values);
    return '';
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr ?? error);
  }
}

function queryFaults(objects: readonly KubernetesObject[]): string[] {
  const wrong = wrongAnswers(objects);
  process.stdout.write(
    wrong
      ? '  the query of KEDA was tried with promtool\n'
      : '  the query of KEDA was not tried: there is no promtool\n',
  );
  return wrong ?? [];
}
