import { StrictMode, type ReactNode } from 'react';
import { MailroomError } from '@mailroom/client';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import '../styles/index.css';

/** A call that says the session is over brings the sign-in page. */
function onError(error: unknown): void {
  if (error instanceof MailroomError && error.details.status === 401)
    client.setQueryData(['session'], { signedIn: false });
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true } },
});

export function mount(page: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </StrictMode>,
  );
}
