/** A request of the playground, as it would be written in a program. */
export type ExampleRequest = {
  /** "POST /api/v1/tts". */
  operation: string;
  json?: object;
  /** Fields of a form; a file by its name. */
  form?: Record<string, string | number | boolean | { file: string }>;
  /** The file that the answer is written to; without it the answer is JSON. */
  output?: string;
  /** The same as a body of POST /api/v1/generate, for a batch. */
  generate?: object;
  /** The same as a tool of /mcp, for an assistant. */
  tool?: { name: string; arguments: object };
};

type Example = ExampleRequest & { method: string; url: string };

function resolved(request: ExampleRequest, origin: string): Example {
  const [method = 'GET', path = '/'] = request.operation.split(' ');
  return { ...request, method, url: origin + path };
}

/** Inside single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlCode(request: ExampleRequest, origin: string): string {
  const { method, url, json, form, output } = resolved(request, origin);
  const lines = [`curl -fsS -X ${method} ${url}`, '-H "Authorization: Bearer $VOX_API_KEY"'];
  if (json) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json))}`);
  for (const [name, value] of Object.entries(form ?? {}))
    lines.push(`-F ${quoted(typeof value === 'object' ? `${name}=@${value.file}` : `${name}=${value}`)}`);
  if (output) lines.push(`-o ${output}`);
  return lines.join(' \\\n  ');
}

export function typescriptCode(request: ExampleRequest, origin: string): string {
  const { operation, json, form, output } = request;
  const input = json
    ? `{\n  json: ${indented(JSON.stringify(json, null, 2), 2)},\n}`
    : form
      ? `{\n  form: {\n${Object.entries(form)
          .map(([name, value]) => `    ${name}: ${typescriptValue(value)},`)
          .join('\n')}\n  },\n}`
      : '';
  const files = form && Object.values(form).some((value) => typeof value === 'object');
  const lines = [
    ...(files ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(output ? ["import { writeFile } from 'node:fs/promises';"] : []),
    "import { createClient } from '@vox-humana/client';",
    '',
    `const client = createClient({ baseUrl: '${origin}' }); // the key is in VOX_API_KEY`,
    `const answer = await client.request('${operation}'${input ? `, ${input}` : ''});`,
    output ? `await writeFile('${output}', answer);` : 'console.log(answer);',
  ];
  return lines.join('\n');
}

function typescriptValue(value: string | number | boolean | { file: string }): string {
  return typeof value === 'object' ? `await openAsBlob('${value.file}')` : JSON.stringify(value);
}

export function pythonCode(request: ExampleRequest, origin: string): string {
  const { method, url, json, form, output } = resolved(request, origin);
  const fields = Object.entries(form ?? {});
  const files = fields.flatMap(([name, value]) =>
    typeof value === 'object' ? [`"${name}": open(${JSON.stringify(value.file)}, "rb")`] : [],
  );
  const data = fields.flatMap(([name, value]) =>
    typeof value === 'object' ? [] : [`"${name}": ${JSON.stringify(String(value))}`],
  );
  const lines = [
    'import os',
    'import requests',
    '',
    'answer = requests.request(',
    `    "${method}", "${url}",`,
    '    headers={"Authorization": f"Bearer {os.environ[\'VOX_API_KEY\']}"},',
    ...(json ? [`    json=${indented(pythonValue(json), 4)},`] : []),
    ...(data.length > 0 ? [`    data={${data.join(', ')}},`] : []),
    ...(files.length > 0 ? [`    files={${files.join(', ')}},`] : []),
    ')',
    'answer.raise_for_status()',
    output ? `open("${output}", "wb").write(answer.content)` : 'print(answer.json())',
  ];
  return lines.join('\n');
}

/** A line of a batch. */
export function batchLine(payload: object): string {
  return JSON.stringify({ request_id: 'run-1', payload });
}

/** A message of the Model Context Protocol. */
export function toolCall({ name, arguments: input }: NonNullable<ExampleRequest['tool']>): string {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  return JSON.stringify(message, null, 2);
}

function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, one]) => `    "${name}": ${indented(pythonValue(one), 4)},`,
  );
  return `{\n${entries.join('\n')}\n}`;
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
