/**
 * How the person came here. Only a page of /app, which the browser names as the one before, may have the sign-in of /app
 * used without another press: a link on a foreign page opens the page to sign in.
 */
function readArrival(): { readonly fromApp: boolean; readonly mailbox: number | undefined } {
  const { searchParams } = new URL(location.href);
  const app = new URL('../app/', document.baseURI).href;
  const fromApp = searchParams.get('from') === 'app' && document.referrer.startsWith(app);
  const mailbox = Number(searchParams.get('mailbox') ?? Number.NaN);
  return { fromApp, mailbox: fromApp && Number.isSafeInteger(mailbox) ? mailbox : undefined };
}

export const arrival = readArrival();

const asked = new URL(location.href);
if (asked.searchParams.has('from')) {
  asked.searchParams.delete('from');
  asked.searchParams.delete('mailbox');
  history.replaceState(null, '', asked);
}
