export { createBillingApi } from './billing-api.js';
export { billingApi } from './billing-api.service.js';
