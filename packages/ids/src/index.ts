export { uuidOfName, uuidv7, uuidv7Floor } from './uuid.js';
