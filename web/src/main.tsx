import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';
import { setStyleNonce } from './ui/style-nonce.ts';
import './styles.css';
import { loadTexts, TextsProvider } from './texts/index.tsx';
import { ToastProvider } from './ui/toasts.tsx';

// A page that was opened before an update asks for files that are gone.
window.addEventListener('vite:preloadError', () => location.reload());

setStyleNonce();
await loadTexts();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TextsProvider>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </TextsProvider>
    </QueryClientProvider>
  </StrictMode>,
);
