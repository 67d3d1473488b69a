import { useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Draft } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { DraftWriter, type DraftText } from './draft-writer.js';

type Beginning = { readonly draft?: Draft | undefined; readonly inReplyTo?: number; readonly text: DraftText };

/** What is written, kept on the server, and what can be done with it. */
export function useDraft({ draft, inReplyTo, text: first }: Beginning, onDone: (sent: boolean) => void) {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const [text, setText] = useState(first);
  const [files, setFiles] = useState(draft?.attachments ?? []);
  const [failure, setFailure] = useState<unknown>(null);
  const writer = useRef<DraftWriter>(null);
  writer.current ??= new DraftWriter(accountId, inReplyTo ?? draft?.inReplyTo ?? undefined, draft, setFailure);
  const own = writer.current;
  useEffect(
    () => () => {
      const keep = async () => {
        await own.save();
        await client.invalidateQueries({ queryKey: ['drafts', accountId] });
      };
      keep().catch(() => undefined);
    },
    [own, client, accountId],
  );
  const change = (part: Partial<DraftText>) => {
    const next = { ...text, ...part };
    setText(next);
    setFailure(null);
    own.change(next);
  };
  const done = async (sent: boolean) => {
    onDone(sent);
    // The draft itself is gone.
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'draft' && queryKey[0] !== 'session',
    });
  };
  const send = useMutation({ mutationFn: () => own.send(), onSuccess: () => done(true) });
  const discard = useMutation({ mutationFn: () => own.discard(), onSuccess: () => done(false) });
  const attach = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      for (const file of chosen) setFiles((await own.attach(file)).attachments);
    },
  });
  const detach = useMutation({
    mutationFn: (id: number) => own.detach(id),
    onSuccess: ({ attachments }) => setFiles(attachments),
  });
  const error = failure ?? send.error ?? attach.error ?? detach.error ?? discard.error;
  return { text, change, files, send, discard, attach, detach, error };
}
