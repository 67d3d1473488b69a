export { AuthGuard, Caller, Needs } from './auth.guard.js';
export { ClientGone } from './client-gone.js';
export { singleHeader } from './credentials.js';
export { RawAnswer } from './envelope.interceptor.js';
export { statusByCode } from './envelope.js';
export { createHttpApp, type HttpAppOptions } from './http-app.js';
export { HttpModule } from './http.module.js';
export * as query from './query.js';
export type { Page, Query } from './query.js';
