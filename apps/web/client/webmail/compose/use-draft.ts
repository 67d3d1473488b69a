import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keep, keepAtEnd, keptAs, showsKept } from '../../kit/kept.js';
import { noticeEnd } from '../../kit/session-end.js';
import type { Draft } from '../api.js';
import { useMailbox } from '../own-mailbox.js';
import { changed, textOf, type DraftText } from './draft-text.js';
import { DraftOvertaken, DraftWriter, type Begun } from './draft-writer.js';
import { useAttaching } from './use-attaching.js';

type Beginning = { readonly draft?: Draft | undefined; readonly inReplyTo?: number; readonly text: DraftText };

/** What was being written when the session ended, or when its page was left and nobody could save it. */
type Kept = {
  readonly begun: Begun | undefined;
  readonly text: DraftText;
  readonly files: Draft['attachments'];
  /** The one that still tries to save it. */
  readonly left?: DraftWriter;
};

const nameOf = (accountId: number, { draft, inReplyTo }: Beginning) =>
  `draft ${accountId} ${draft?.id ?? ''} ${inReplyTo ?? ''}`;

/** The writer of a draft, new or begun, and what was written before and not saved. */
function useWriter(beginning: Beginning, onTried: (error: unknown) => void) {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const { draft, inReplyTo } = beginning;
  const name = nameOf(accountId, beginning);
  const [before] = useState(() => keptAs<Kept>(name));
  const writer = useRef<DraftWriter>(null);
  if (writer.current === null) {
    const begun = before?.begun ?? (draft && { id: draft.id, version: draft.version, saved: textOf(draft) });
    writer.current = new DraftWriter(accountId, inReplyTo ?? draft?.inReplyTo ?? undefined, begun, (error) => {
      onTried(error);
      noticeEnd(client, error);
    });
    before?.left?.giveUp();
    if (before) writer.current.change(before.text);
  }
  return { own: writer.current, before, name };
}

type Written = Pick<Kept, 'text' | 'files'> & { readonly isBegun: boolean };

/** Saves what was written when its page is left, and keeps it in this page where that can't be done. */
function useLeaving(own: DraftWriter, name: string, { text, files, isBegun }: Written): void {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const written = (): Kept => ({ begun: own.begun, text, files });
  const keepText = useEffectEvent(() => {
    if (isBegun) keepAtEnd(client, name, written());
  });
  const leave = useEffectEvent(async () => {
    let kept: Kept | undefined;
    await own.leave(() => {
      if (!kept) keep(name, (kept = { ...written(), left: own }));
    });
    if (keptAs(name) === kept) showsKept(name);
    await client.invalidateQueries({ queryKey: ['drafts', accountId] });
  });
  useEffect(() => {
    showsKept(name);
    return () => {
      keepText();
      leave().catch(() => undefined);
    };
  }, [own, name]);
}

/** Saves at once where waiting might be for too long: the network is back, or the page is put aside. */
function useSaves(own: DraftWriter): void {
  useEffect(() => {
    const save = () => void own.saveNow();
    addEventListener('online', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      removeEventListener('online', save);
      document.removeEventListener('visibilitychange', save);
    };
  }, [own]);
}

/** What is written, kept on the server, and what can be done with it. */
export function useDraft(beginning: Beginning, onDone: (sent: boolean) => void, onKeptAsNew?: (id: number) => void) {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  // A draft that another place has changed stays so, whatever is typed or tried here.
  const setTried = (error: unknown) => setFailure((said: unknown) => (said instanceof DraftOvertaken ? said : error));
  const { own, before, name } = useWriter(beginning, setTried);
  const [text, setText] = useState(before?.text ?? beginning.text);
  const [files, setFiles] = useState(before?.files ?? beginning.draft?.attachments ?? []);
  useLeaving(own, name, { text, files, isBegun: own.begun !== undefined || text !== beginning.text });
  useSaves(own);
  const done = async (sent: boolean) => {
    onDone(sent);
    // The draft itself is gone.
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'draft' && queryKey[0] !== 'session',
    });
  };
  const send = useMutation({ mutationFn: () => own.send(), onSuccess: () => done(true) });
  const change = (part: Partial<DraftText>) => {
    const next = changed(text, part);
    setText(next);
    setTried(null);
    // What was refused is no longer what is there.
    if (send.isError) send.reset();
    own.change(next);
  };
  const discard = useMutation({ mutationFn: () => own.discard(), onSuccess: () => done(false) });
  const { attach, take, refused, forgetRefused } = useAttaching(own, setFiles);
  const detach = useMutation({
    mutationFn: (id: number) => own.detach(id),
    onSuccess: ({ attachments }) => setFiles(attachments),
  });
  const keepAsNew = useMutation({
    mutationFn: () => own.keepAsNew(text),
    onSuccess: async ({ id, attachments }) => {
      setFailure(null);
      forgetRefused();
      for (const call of [send, discard, attach, detach]) call.reset();
      setFiles(attachments);
      await client.invalidateQueries({ queryKey: ['drafts', accountId] });
      onKeptAsNew?.(id);
    },
  });
  const error = keepAsNew.error ?? failure ?? send.error ?? attach.error ?? detach.error ?? discard.error;
  const isAttaching = attach.isPending;
  return { text, change, files, send, discard, attach: take, isAttaching, refused, detach, keepAsNew, error };
}
