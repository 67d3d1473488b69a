import { lazy, Suspense, type ReactNode } from 'react';
import { SkeletonRows } from '../../kit/empty.js';
import type { Email } from '../api.js';

// Loaded by whoever needs them: most mail is not encrypted.
const Message = lazy(() => import('./encrypted-message.js'));
const Keys = lazy(() => import('./keys-page.js'));
const Compose = lazy(() => import('./sealed-compose.js'));

const later = (page: ReactNode) => <Suspense fallback={<SkeletonRows count={3} />}>{page}</Suspense>;

export const EncryptedMessage = ({ email }: { readonly email: Email }) => later(<Message email={email} />);
export const KeysPage = () => later(<Keys />);
export const SealedCompose = () => later(<Compose />);
