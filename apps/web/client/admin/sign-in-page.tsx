import { Gate } from '../kit/gate.js';
import { TokenForm } from '../kit/token-form.js';

export function SignInPage() {
  return (
    <Gate name="Mailroom operator" title="Sign in to look after this installation">
      <TokenForm
        label="Operator token"
        placeholder="mro_…"
        hint={
          <>
            On the machine that runs Mailroom: <code>cat .mailroom/operator-token</code>
          </>
        }
        primary
      />
    </Gate>
  );
}
