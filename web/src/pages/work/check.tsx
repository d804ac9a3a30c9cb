import { FileCheck } from '../../provenance/file-check.tsx';
import { RecordLookup } from '../../provenance/record-lookup.tsx';
import { useTexts } from '../../texts/index.tsx';
import { Page } from '../../ui/layout.tsx';

export default function CheckPage() {
  const { provenance: texts } = useTexts();
  return (
    <Page title={texts.checkTitle} lead={texts.checkLead}>
      <FileCheck />
      <RecordLookup />
    </Page>
  );
}
