import { StrictMode, type ReactNode } from 'react';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { followOtherTabs } from './other-tabs.js';
import { noticeEnd } from './session-end.js';
import { refuseStrayDrops } from './stray-drops.js';
import '../styles/index.css';

function onError(error: unknown): void {
  noticeEnd(client, error);
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Without a network it fails at once and says so, rather than being done unseen whenever there is one again.
    mutations: { networkMode: 'always' },
  },
});

followOtherTabs(client);
refuseStrayDrops();

export function mount(page: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </StrictMode>,
  );
}
