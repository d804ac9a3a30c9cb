import { Plus, Trash2, X } from 'lucide-react';
import { NumberField } from '../../playground/number-field.tsx';
import { fill, useTexts } from '../../texts/index.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import type { AgentTool } from '../agent.ts';
import { useFault } from './faults.tsx';
import { JsonField } from './json-field.tsx';
import { compact } from './settings.ts';

type ToolFormProps = {
  tool: AgentTool;
  index: number;
  onChange(tool: AgentTool): void;
  onRemove(): void;
};

export function ToolForm({ tool, index, onChange, onRemove }: ToolFormProps) {
  const { builder: texts } = useTexts();
  const path = `tools.${index}`;
  const change = (changed: Partial<AgentTool>) => onChange({ ...tool, ...changed });
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <TextField
        label={texts.toolName}
        hint={texts.toolNameHint}
        required
        pattern="[a-z][a-z0-9_]{0,63}"
        spellCheck={false}
        error={useFault(`${path}.name`)}
        value={tool.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <SelectField
            label={texts.toolType}
            value={tool.type}
            onChange={(event) => onChange(asType(tool, event.target.value === 'client'))}
            options={[
              { value: 'webhook', label: texts.webhook },
              { value: 'client', label: texts.client },
            ]}
          />
        </div>
        <IconButton label={fill(texts.removeNamed, { name: tool.name })} className="mt-6" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <div className="md:col-span-2">
        <TextField
          label={texts.toolDescription}
          hint={texts.toolDescriptionHint}
          required
          maxLength={1_000}
          error={useFault(`${path}.description`)}
          value={tool.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </div>
      {tool.type === 'webhook' && <WebhookFields tool={tool} path={path} onChange={onChange} />}
      <JsonField
        label={texts.parameters}
        hint={texts.parametersHint}
        error={useFault(`${path}.parameters`)}
        value={tool.parameters}
        onChange={(parameters) =>
          onChange(compact({ ...tool, parameters: parameters as AgentTool['parameters'] & object }))
        }
      />
      <JsonField
        label={texts.result}
        hint={texts.resultHint}
        error={useFault(`${path}.result`)}
        value={tool.result}
        onChange={(result) => onChange(compact({ ...tool, result: result as AgentTool['result'] & object }))}
      />
      <NumberField
        label={texts.timeoutSeconds}
        min={0.5}
        max={30}
        step={0.5}
        placeholder="8"
        value={tool.timeout_seconds ?? null}
        onChange={(seconds) =>
          onChange(compact({ ...tool, timeout_seconds: seconds ?? undefined } as AgentTool))
        }
      />
    </div>
  );
}

/** The page that is connected has no address. */
function asType({ url, headers, ...tool }: AgentTool, isClient: boolean): AgentTool {
  if (isClient) return { ...tool, type: 'client' };
  return { ...tool, type: 'webhook', url: url ?? '', ...(headers && { headers }) };
}

function WebhookFields({
  tool,
  path,
  onChange,
}: Omit<ToolFormProps, 'index' | 'onRemove'> & { path: string }) {
  const { builder: texts } = useTexts();
  return (
    <>
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        required
        maxLength={2_000}
        error={useFault(`${path}.url`)}
        value={tool.url ?? ''}
        onChange={(event) => onChange({ ...tool, url: event.target.value })}
      />
      <HeaderFields
        headers={Object.entries(tool.headers ?? {})}
        error={useFault(`${path}.headers`)}
        onChange={(headers) => onChange({ ...tool, headers: Object.fromEntries(headers) })}
      />
    </>
  );
}

type Header = [name: string, value: string];
type HeaderFieldsProps = { headers: Header[]; error: string | undefined; onChange(headers: Header[]): void };

function HeaderFields({ headers, error, onChange }: HeaderFieldsProps) {
  const { builder: texts } = useTexts();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{texts.headers}</legend>
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed is no key.
        <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <TextField
            label={texts.headerName}
            required
            pattern="[A-Za-z0-9-]{1,100}"
            value={name}
            onChange={(event) => onChange(headers.with(index, [event.target.value, value]))}
          />
          <TextField
            label={texts.headerValue}
            maxLength={1_000}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(headers.with(index, [name, event.target.value]))}
          />
          <IconButton
            label={fill(texts.removeNamed, { name })}
            onClick={() => onChange(headers.toSpliced(index, 1))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {error && <p className="text-xs text-danger">{error}</p>}
      <div>
        <Button
          look="quiet"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={headers.some(([name]) => name === '')}
          onClick={() => onChange([...headers, ['', '']])}
        >
          {texts.addHeader}
        </Button>
      </div>
    </fieldset>
  );
}
