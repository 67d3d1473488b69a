import { useState, type FormEvent, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from './button.js';
import { Field } from './field.js';
import { ErrorNote } from './note.js';
import { useSession } from './session.js';

type TokenFormProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: ReactNode;
  readonly primary?: boolean;
};

/** Signs in with a token that the person has. */
export function TokenForm({ label, placeholder, hint, primary = false }: TokenFormProps) {
  const { signIn } = useSession();
  const [token, setToken] = useState('');
  const { mutate, isPending, error } = useMutation({ mutationFn: () => signIn({ token: token.trim() }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {error && <ErrorNote error={error} />}
      <Field
        label={label}
        value={token}
        onChange={setToken}
        placeholder={placeholder}
        hint={hint}
        autoComplete="off"
        isRequired
        mono
        large
      />
      <Button type="submit" size="l" block busy={isPending} look={primary ? 'primary' : 'plain'}>
        Sign in
      </Button>
    </form>
  );
}
