import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.js';

/** Everything behind the sign-in; it loads when the operator has signed in. */
export default function Pages() {
  return <RouterProvider router={router} />;
}
