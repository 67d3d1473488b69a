export { web } from './web.service.js';
