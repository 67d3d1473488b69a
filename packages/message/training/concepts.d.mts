import type { Concepts } from '../src/trust/ai-concepts.js';

export function writtenConcepts(): Concepts;
