export { randomText } from './random-text.js';
export { uuidOfName, uuidv7, uuidv7Floor } from './uuid.js';
