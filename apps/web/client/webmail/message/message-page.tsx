import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/button.js';
import { SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { ErrorNote } from '../../kit/note.js';
import { api, type Email } from '../api.js';
import { BackLink } from '../back-link.js';
import { ReplyForm } from '../compose/reply-form.js';
import { EncryptedMessage } from '../encrypted/pages.js';
import { useHotkeys } from '../../kit/hotkeys.js';
import { renewListed } from '../list/list-cache.js';
import { InOtherMailbox } from '../in-other-mailbox.js';
import { NotShown } from '../not-shown.js';
import { useMailbox } from '../own-mailbox.js';
import { Attachments } from './attachments.js';
import { FoundCode } from './found-code.js';
import { FoundLinks } from './found-links.js';
import { LabelEditor } from './label-editor.js';
import { MessageBody } from './message-body.js';
import { MessageHead } from './message-head.js';
import { ThreadRows } from './thread-rows.js';
import { useMove } from './use-move.js';

function useMessage(emailId: number) {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const query = useQuery({ queryKey: ['email', emailId], queryFn: () => api.getEmail(emailId, { view: 'full' }) });
  const unread = query.data?.unread === true && query.data.accountId === accountId;
  useEffect(() => {
    if (!unread) return;
    const read = async () => {
      await api.markRead({ emailIds: [emailId] });
      await renewListed(client, accountId, emailId);
    };
    // Whoever is signed out meanwhile sees that at the next call.
    read().catch(() => undefined);
  }, [unread, emailId, accountId, client]);
  return query;
}

/** One message: what was found in it, its text, and the way to answer. */
export function MessagePage({ emailId }: { readonly emailId: number }) {
  const asked = useMessage(emailId);
  const { id: accountId } = useMailbox();
  const { data: email } = asked;
  const failure = failureOf(asked);
  if (failure) return <NotShown error={failure} />;
  if (!email) return <SkeletonRows count={4} />;
  if (email.accountId !== accountId) return <InOtherMailbox accountId={email.accountId} />;
  return (
    <>
      <MessageTools email={email} />
      <article className="msg">
        <MessageHead email={email} />
        <LabelEditor key={email.labels.join()} email={email} />
        {email.verificationCode && <FoundCode code={email.verificationCode} />}
        {email.encrypted ? <EncryptedMessage key={email.id} email={email} /> : <ClearMessage email={email} />}
        <ThreadRows email={email} />
        {email.direction === 'received' && !email.encrypted && <ReplyForm email={email} />}
      </article>
    </>
  );
}

function ClearMessage({ email }: { readonly email: Email }) {
  return (
    <>
      <MessageBody email={email} />
      <FoundLinks email={email} />
      <Attachments attachments={email.attachments ?? []} />
    </>
  );
}

function MessageTools({ email }: { readonly email: Email }) {
  const { moveTo, moving, error } = useMove(email);
  const reply = () => document.querySelector<HTMLTextAreaElement>('#reply')?.focus();
  const canMove = email.direction === 'received' && email.task?.status !== 'handled';
  const canIgnore = canMove && email.task?.status !== 'ignored';
  useHotkeys({
    r: reply,
    ...(canMove && { e: () => moveTo('handled') }),
    ...(canIgnore && { i: () => moveTo('ignored') }),
  });
  return (
    <>
      <div className="tools">
        <BackLink />
        {email.direction === 'received' && (
          <Button look="ghost" icon="reply" hotkey="R" onPress={reply}>
            Reply
          </Button>
        )}
        {canMove && (
          <Button look="ghost" icon="check" hotkey="E" busy={moving === 'handled'} onPress={() => moveTo('handled')}>
            Handled
          </Button>
        )}
        {canIgnore && (
          <Button look="ghost" icon="close" hotkey="I" busy={moving === 'ignored'} onPress={() => moveTo('ignored')}>
            Ignore
          </Button>
        )}
      </div>
      {error && <ErrorNote error={error} />}
    </>
  );
}
