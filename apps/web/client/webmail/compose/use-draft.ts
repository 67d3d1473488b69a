import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keepAtEnd, keptAs, showsKept } from '../../kit/kept.js';
import { noticeEnd } from '../../kit/session-end.js';
import type { Draft } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { changed, DraftOvertaken, DraftWriter, textOf, type Begun, type DraftText } from './draft-writer.js';

type Beginning = { readonly draft?: Draft | undefined; readonly inReplyTo?: number; readonly text: DraftText };

/** What was being written when the session ended. */
type Kept = { readonly begun: Begun | undefined; readonly text: DraftText; readonly files: Draft['attachments'] };

const nameOf = (accountId: number, { draft, inReplyTo }: Beginning) =>
  `draft ${accountId} ${draft?.id ?? ''} ${inReplyTo ?? ''}`;

/** The writer of a draft, new or begun, and what was written before the session ended. */
function useWriter(beginning: Beginning, onFailure: (error: unknown) => void) {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const { draft, inReplyTo } = beginning;
  const name = nameOf(accountId, beginning);
  const [before] = useState(() => keptAs<Kept>(name));
  const writer = useRef<DraftWriter>(null);
  if (writer.current === null) {
    const begun = before?.begun ?? (draft && { id: draft.id, version: draft.version, saved: textOf(draft) });
    writer.current = new DraftWriter(accountId, inReplyTo ?? draft?.inReplyTo ?? undefined, begun, (error) => {
      onFailure(error);
      noticeEnd(client, error);
    });
    if (before) writer.current.change(before.text);
  }
  return { own: writer.current, before, name };
}

/** What is written, kept on the server, and what can be done with it. */
export function useDraft(beginning: Beginning, onDone: (sent: boolean) => void, onKeptAsNew?: (id: number) => void) {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const { own, before, name } = useWriter(beginning, setFailure);
  const [text, setText] = useState(before?.text ?? beginning.text);
  const [files, setFiles] = useState(before?.files ?? beginning.draft?.attachments ?? []);
  const keepText = useEffectEvent(() => {
    const isBegun = own.begun !== undefined || text !== beginning.text;
    if (isBegun) keepAtEnd(client, name, { begun: own.begun, text, files } satisfies Kept);
  });
  useEffect(() => {
    showsKept(name);
    return () => {
      keepText();
      const keep = async () => {
        await own.leave();
        await client.invalidateQueries({ queryKey: ['drafts', accountId] });
      };
      keep().catch(() => undefined);
    };
  }, [own, client, accountId, name]);
  const change = (part: Partial<DraftText>) => {
    const next = changed(text, part);
    setText(next);
    // A draft that another place has changed stays so, whatever is typed here.
    setFailure((said: unknown) => (said instanceof DraftOvertaken ? said : null));
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
  const keepAsNew = useMutation({
    mutationFn: () => own.keepAsNew(text),
    onSuccess: async ({ id, attachments }) => {
      setFailure(null);
      for (const call of [send, discard, attach, detach]) call.reset();
      setFiles(attachments);
      await client.invalidateQueries({ queryKey: ['drafts', accountId] });
      onKeptAsNew?.(id);
    },
  });
  const error = keepAsNew.error ?? failure ?? send.error ?? attach.error ?? detach.error ?? discard.error;
  return { text, change, files, send, discard, attach, detach, keepAsNew, error };
}
