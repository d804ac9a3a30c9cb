import { useTexts } from '../texts/index.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Tabs } from '../ui/tabs.tsx';
import {
  batchLine,
  curlCode,
  type ExampleRequest,
  pythonCode,
  toolCall,
  typescriptCode,
} from './request-code.ts';

const LANGUAGES = [
  { id: 'curl', label: 'curl', write: curlCode },
  { id: 'typescript', label: 'TypeScript', write: typescriptCode },
  { id: 'python', label: 'Python', write: pythonCode },
];

/** The request of the form beside it, ready to copy. */
export function CodeTabs({ request }: { request: ExampleRequest }) {
  const { playground: texts } = useTexts();
  const tabs = LANGUAGES.map(({ id, label, write }) => ({
    id,
    label,
    content: <CodeBlock code={write(request, location.origin)} label={label} />,
  }));
  const payload = request.operation === 'POST /api/v1/generate' ? request.json : request.generate;
  if (payload)
    tabs.push({
      id: 'batch',
      label: texts.batchLine,
      content: <Explained code={batchLine(payload)} label={texts.batchLine} hint={texts.batchHint} />,
    });
  if (request.tool)
    tabs.push({
      id: 'tool',
      label: texts.toolCall,
      content: <Explained code={toolCall(request.tool)} label={texts.toolCall} hint={texts.toolHint} />,
    });
  return <Tabs label={texts.code} tabs={tabs} />;
}

function Explained({ code, label, hint }: { code: string; label: string; hint: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">{hint}</p>
      <CodeBlock code={code} label={label} />
    </div>
  );
}
