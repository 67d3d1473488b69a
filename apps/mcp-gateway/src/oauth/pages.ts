import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 30rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
label, legend { display: block; font-weight: 600; margin-top: 1rem; }
input[type=password], input[type=text] { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin-top: .25rem; }
fieldset { border: 0; padding: 0; margin: 0; }
fieldset label { font-weight: 400; margin-top: .5rem; }
button { font: inherit; padding: .5rem 1.5rem; margin: 1.5rem .5rem 0 0; cursor: pointer; }
[role=alert] { border-left: .25rem solid #c33; padding-left: .75rem; }
`;

/** What keeps the pages from being framed, from loading anything, and from being kept. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export type ConsentPage = {
  /** What the client calls itself, and where it takes the answer. */
  readonly clientName: string;
  readonly redirectTo: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly problem?: string;
  /** Where a manager has signed in, and chooses now. */
  readonly choice?: {
    readonly token: string;
    /** The newest. */
    readonly mailboxes: readonly { readonly id: number; readonly address: string }[];
    readonly hasMore: boolean;
    /** The address that was typed, and is none of theirs; or nothing. */
    readonly address: string;
  };
};

const words: Readonly<Record<string, string>> = {
  read: 'read its mail, search it, and work on its tasks',
  send: 'send mail and answer in its name',
};

/** Asks whether a client may use a mailbox. It works without scripts. */
export function consentPage({ clientName, redirectTo, scopes, resources, problem, choice }: ConsentPage): string {
  const can = scopes.map((scope) => `<li>${escaped(words[scope] ?? scope)}</li>`).join('');
  const where = resources.map((resource) => `<code>${escaped(resource)}</code>`).join(' and ');
  const who = choice
    ? choiceOf(choice)
    : `<label for="token">Token</label>
       <input type="text" value="token" autocomplete="username" hidden>
       <input type="password" id="token" name="token" autocomplete="current-password" required maxlength="100" aria-describedby="which">
       <p id="which">The token of the mailbox that it may use. With a manager's token you choose the mailbox next.</p>`;
  return page(
    'Allow access to a mailbox?',
    `<p><strong><bdi>${escaped(clientName)}</bdi></strong> (that is what it calls itself) wants to use one of your mailboxes over ${where}. It will be able to</p>
     <ul>${can}</ul>
     <p>Your answer goes to <code>${escaped(redirectTo)}</code>. Allow it only if you have just asked for this.</p>
     ${problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`}
     <form method="post" autocomplete="off">${who}
       <button type="submit" name="answer" value="allow">Allow</button>
       <button type="submit" name="answer" value="deny" formnovalidate>Deny</button>
     </form>`,
  );
}

/** Where there are more mailboxes than are listed, each of them can be named. */
function choiceOf({ token, mailboxes, hasMore, address }: NonNullable<ConsentPage['choice']>): string {
  const radios = mailboxes.map(
    ({ id, address: known }, index) =>
      `<label><input type="radio" name="accountId" value="${id}"${index === 0 ? ' checked' : ''}> ${escaped(known)}</label>`,
  );
  const other = `<label for="address">Or another one, by its address</label>
       <input type="text" id="address" name="address" value="${escaped(address)}" maxlength="320" autocapitalize="none" spellcheck="false">`;
  return `<input type="hidden" name="token" value="${escaped(token)}">
       <fieldset><legend>Which mailbox?</legend>${radios.join('')}</fieldset>${hasMore ? other : ''}`;
}

export function errorPage(message: string): string {
  return page(
    'This did not work',
    `<p role="alert">${escaped(message)}</p><p>Go back to the client and begin again.</p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} · Mailroom</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
