import { Secret } from '../secret.js';

type Credentials = { readonly webmail_login: string; readonly webmail_password: string };
type WebmailPasswordProps = { readonly title: string; readonly credentials: Credentials };

/** The password of a mailbox, which is shown once. */
export function WebmailPassword({ title, credentials }: WebmailPasswordProps) {
  return (
    <section className="card pad" aria-label="Webmail password">
      <Secret
        title={`${title} This is its webmail password; sends need it too.`}
        text={credentials.webmail_password}
        what="password"
      />
    </section>
  );
}
