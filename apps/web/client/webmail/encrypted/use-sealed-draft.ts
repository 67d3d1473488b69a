import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Readers } from '../../pgp-worker/calls.js';
import { useUnsaved } from '../../kit/unsaved.js';
import { useMailbox } from '../own-mailbox.js';
import { ownerKeyOf, useOwnKeys } from './own-keys.js';
import { readable, refusalOf, SealedMessage } from './sealed-send.js';
import { useAct } from './use-act.js';

type Text = { readonly to: string; readonly cc: string; readonly subject: string; readonly text: string };

/** What is written to be encrypted. It is nowhere but in the memory of this page. */
export function useSealedDraft(first: Text, emailId: number | undefined, onSent: () => Promise<void>) {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const { data: keys = [] } = useOwnKeys();
  const [text, setText] = useState(first);
  const [files, setFiles] = useState<readonly File[]>([]);
  useUnsaved(text.text !== '' || files.length > 0);
  const [readers, setReaders] = useState<Readers | null>(null);
  const message = useRef<SealedMessage>(null);
  message.current ??= new SealedMessage();
  const sealed = message.current;
  const { busy, error, run } = useAct();
  const asked = useRef('');

  /** Says before sending who could not read it; keys are looked for once somebody writes. */
  const look = () => {
    const about = JSON.stringify([text.to, text.cc]);
    if (asked.current === about || text.to === '') return;
    asked.current = about;
    // A failure is told when it is sent, where keys are looked for once more.
    readable(text).then(
      (found) => asked.current === about && setReaders(found),
      () => undefined,
    );
  };
  /** Looks once more, after a key was accepted. */
  const lookAgain = () => {
    asked.current = '';
    look();
  };
  const change = (part: Partial<Text>) => {
    if (part.to !== undefined || part.cc !== undefined) setReaders(null);
    setText({ ...text, ...part });
  };
  const send = () =>
    void run(async () => {
      const owner = ownerKeyOf(keys);
      if (!owner) throw new Error('Make a key first: what you send is signed with it, and encrypted for you too.');
      const about = { ...text, files, accountId, fingerprint: owner.fingerprint };
      await sealed.send(emailId === undefined ? about : { ...about, emailId });
      await onSent();
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    });
  const addFiles = (more: readonly File[]) => setFiles((before) => [...before, ...more]);
  const refusal = readers && refusalOf(readers);
  return { text, change, files, setFiles, addFiles, readers, refusal, look, lookAgain, send, busy, error };
}
