import { useTexts } from '../texts/index.tsx';
import { Card } from '../ui/layout.tsx';

/** How to find out with other programs whether a file was made here. */
export function HowToCheck() {
  const { provenance: texts } = useTexts();
  return (
    <Card title={texts.stepsTitle}>
      <ol className="flex list-decimal flex-col gap-3 ps-5 text-sm">
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Card>
  );
}
