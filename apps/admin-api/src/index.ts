export { createAdminApi } from './admin-api.js';
export { adminApi } from './admin-api.service.js';
