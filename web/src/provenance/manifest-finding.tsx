import { fill, type Texts, useFormats, useTexts } from '../texts/index.tsx';
import { Facts } from '../ui/facts.tsx';
import { Badge, Note, type Tone } from '../ui/layout.tsx';
import { type Check, nameIn } from './check.ts';
import { Finding } from './finding.tsx';

type Manifest = Check['manifest'];

const TONES: Record<Manifest['state'], Tone> = { valid: 'good', invalid: 'danger', absent: 'neutral' };

/** Whether the manifest holds, who signed it, and what it says. Its words are those of whoever wrote it. */
export function ManifestFinding({ manifest }: { manifest: Manifest }) {
  const { provenance: texts } = useTexts();
  const { time } = useFormats();
  const { state, trusted, issuer, signed_at: signedAt, generator, title, id, problems } = manifest;
  const signer = issuer && (
    <>
      {issuer}{' '}
      {state === 'valid' && (
        <Badge tone={trusted ? 'good' : 'warning'}>{trusted ? texts.trusted : texts.untrusted}</Badge>
      )}
    </>
  );
  return (
    <Finding
      title={texts.manifest}
      tone={TONES[state]}
      state={texts.manifestStates[state]}
      says={texts.manifestHints[state]}
    >
      {state !== 'absent' && (
        <>
          <Facts
            facts={[
              { name: texts.signer, value: signer },
              { name: texts.signedAt, value: signedAt && whenOf(signedAt, time) },
              { name: texts.generator, value: generator },
              { name: texts.titleInFile, value: title },
            ]}
          />
          {state === 'valid' && !trusted && <Note tone="warning">{texts.untrustedHint}</Note>}
          {state === 'valid' && <Statements manifest={manifest} />}
          {problems.length > 0 && (
            <ul className="list-disc ps-5 text-sm text-danger">
              {[...new Set(problems)].map((problem) => (
                <li key={problem}>
                  <code className="break-all">{problem}</code>
                </li>
              ))}
            </ul>
          )}
          {id && (
            <p className="text-xs text-muted">
              {texts.id}: <code className="break-all">{id}</code>
            </p>
          )}
        </>
      )}
    </Finding>
  );
}

function Statements({ manifest: { actions, ingredients } }: { manifest: Manifest }) {
  const texts = useTexts();
  const { provenance } = texts;
  const { time } = useFormats();
  const lines = actions.map(({ action, digital_source_type: type, when }) =>
    [
      nameIn(provenance.actions, action.replace(/^c2pa\./, '')),
      type && sourceName(texts, type),
      when && whenOf(when, time),
    ]
      .filter(Boolean)
      .join(', '),
  );
  const made = ingredients.map((title) => fill(provenance.ingredient, { title }));
  return (
    <div className="text-sm">
      <h3 className="mb-1 font-medium">{provenance.statements}</h3>
      <ul className="list-disc ps-5">
        {/* The same action may stand there twice. */}
        {[...new Set([...lines, ...made])].map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The last part of an address of IPTC, in words where there are some. */
export function sourceName({ provenance }: Texts, type: string): string {
  return nameIn(provenance.sourceTypes, type.split('/').at(-1) ?? type);
}

/** Any program may have written it, so it need not be a date. */
function whenOf(when: string, time: (iso: string) => string): string {
  return Number.isNaN(Date.parse(when)) ? when : time(when);
}
