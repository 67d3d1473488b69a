export { readSiwe, siweTerms, type SiweSettings, type SiweTerms } from './siwe.settings.js';
