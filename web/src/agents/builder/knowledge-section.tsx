import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { account, api } from '../../api/clients.ts';
import { queryClient } from '../../api/query-client.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Card, Note } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useNotify } from '../../ui/toasts.tsx';

const keyOf = (agentId: string) => ['knowledge', agentId];
type Addition = { text: { name: string; text: string } } | { file: File };

/** Documents that the agent looks things up in. Adding and deleting works at once. */
export function KnowledgeSection({ agentId, isUsed }: { agentId: string; isUsed: boolean }) {
  const { builder: texts } = useTexts();
  const path = { id: agentId };
  const { data, error } = useQuery({
    queryKey: keyOf(agentId),
    queryFn: () => api.request('GET /api/v1/agents/{id}/knowledge', { path }),
  });
  const add = useMutation({
    mutationFn: (addition: Addition) =>
      account.request('POST /api/v1/agents/{id}/knowledge', {
        path,
        ...('file' in addition ? { form: { file: addition.file } } : { json: addition.text }),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(agentId) }),
  });
  return (
    <Card title={texts.knowledge}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{texts.knowledgeHint}</p>
        {!isUsed && <Note>{texts.knowledgeUnused}</Note>}
        <ErrorNote error={error} />
        {data && data.documents.length > 0 && (
          <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
            {data.documents.map((document) => (
              <DocumentRow key={document.id} agentId={agentId} document={document} />
            ))}
          </ul>
        )}
        <ErrorNote error={add.error} />
        <Tabs
          label={texts.addDocument}
          tabs={[
            {
              id: 'text',
              label: texts.asText,
              content: <TextDocument busy={add.isPending} onAdd={(text) => add.mutateAsync({ text })} />,
            },
            {
              id: 'file',
              label: texts.asFile,
              content: (
                <FileDrop
                  label={texts.file}
                  accept=".txt,.md,text/plain,text/markdown"
                  files={[]}
                  onFiles={([file]) => file && add.mutate({ file })}
                />
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

type TextDocumentProps = { busy: boolean; onAdd(document: { name: string; text: string }): Promise<unknown> };

function TextDocument({ busy, onAdd }: TextDocumentProps) {
  const { builder: texts } = useTexts();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const isAdded = await onAdd({ name: name.trim(), text }).then(
      () => true,
      // Shown above.
      () => false,
    );
    if (!isAdded) return;
    setName('');
    setText('');
  };
  return (
    <form onSubmit={add} className="flex flex-col gap-3">
      <TextField
        label={texts.documentName}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={texts.documentText}
        required
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" busy={busy}>
          {texts.addDocument}
        </Button>
      </div>
    </form>
  );
}

type Document = { id: string; name: string; characters: number };

function DocumentRow({
  agentId,
  document: { id, name, characters },
}: {
  agentId: string;
  document: Document;
}) {
  const { builder: texts, common } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      account.request('DELETE /api/v1/agents/{id}/knowledge/{document_id}', {
        path: { id: agentId, document_id: id },
      }),
    onError: notify.failed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(agentId) }),
  });
  return (
    <li className="flex items-center gap-3 px-3 py-2 text-sm">
      <FileText aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{name}</span>
      <span className="shrink-0 text-xs text-muted">
        {fill(texts.characters, { count: formats.number(characters) })}
      </span>
      <IconButton
        label={fill(texts.removeNamed, { name })}
        disabled={remove.isPending}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        title={fill(texts.deleteDocument, { name })}
        description={texts.deleteDocumentHint}
        action={common.delete}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}
