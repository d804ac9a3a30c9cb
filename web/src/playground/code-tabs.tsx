import { useTexts } from '../texts/index.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { curlCode, type ExampleRequest, pythonCode, typescriptCode } from './request-code.ts';

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
  return <Tabs label={texts.code} tabs={tabs} />;
}
