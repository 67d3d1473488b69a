import { useState, type FormEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.js';
import { Field } from '../kit/field.js';
import { Gate } from '../kit/gate.js';
import { ErrorNote } from '../kit/note.js';
import { useSession, type Session } from '../kit/session.js';
import { TokenForm } from '../kit/token-form.js';

/** Signs in with what came with a mailbox lease. */
function PasswordForm() {
  const { signIn } = useSession();
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({ mutationFn: () => signIn({ address: address.trim(), password }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {error && <ErrorNote error={error} />}
      <Field
        label="Address"
        value={address}
        onChange={setAddress}
        type="email"
        autoComplete="username"
        isRequired
        large
      />
      <Field
        label="Password"
        value={password}
        onChange={setPassword}
        type="password"
        autoComplete="current-password"
        hint="The webmail password that came with the lease."
        isRequired
        large
      />
      <Button type="submit" look="primary" size="l" block busy={isPending}>
        Sign in
      </Button>
    </form>
  );
}

/** Offers the sign-in of /app where there is one. */
function ContinueFromApp() {
  const { signIn } = useSession();
  const { data } = useQuery({
    queryKey: ['session of the app'],
    queryFn: async () => (await (await fetch('../app/session')).json()) as Session,
  });
  const { mutate, isPending, error } = useMutation({ mutationFn: () => signIn({ from: 'app' }) });
  if (!data?.signedIn) return null;
  return (
    <>
      {error && <ErrorNote error={error} />}
      <Button size="l" block icon="open" busy={isPending} onPress={() => mutate()}>
        Continue from the app
      </Button>
    </>
  );
}

export function SignInPage() {
  const [withToken, setWithToken] = useState(false);
  return (
    <Gate name="Mailroom webmail" title="Read a mailbox">
      {withToken ? (
        <TokenForm label="Token" placeholder="mrt_…" hint="A mailbox token opens its mailbox." primary />
      ) : (
        <PasswordForm />
      )}
      <div className="or">or</div>
      <div className="stack">
        <Button size="l" block icon="key" onPress={() => setWithToken(!withToken)}>
          {withToken ? 'Use address and password' : 'Use a mailbox token'}
        </Button>
        <ContinueFromApp />
      </div>
    </Gate>
  );
}
