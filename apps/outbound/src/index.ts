export { outbound } from './outbound.service.js';
