import { CopyButton } from './copy-button.tsx';

export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="relative rounded-lg bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto" dir="ltr">
        <pre className="p-3 pe-12 text-xs">
          <code className="font-mono">{code}</code>
        </pre>
      </section>
      <div className="absolute end-1 top-1 rounded-lg bg-sunken">
        <CopyButton text={code} />
      </div>
    </div>
  );
}
