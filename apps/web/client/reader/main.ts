import { clean } from './clean.js';
import './reader.css';

const PAPER = `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light"><style>
  html { background: #fff; color: #1e1b18; font: 15px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
  body { margin: 24px; } img { max-width: 100%; height: auto; } table { max-width: 100%; } a { color: #1e51c2; }
  pre { white-space: pre-wrap; }
</style>`;

/**
 * This document belongs to nobody: its policy takes its origin away. It gets the HTML of a message from the page around it,
 * cleans it, and shows it in a frame that runs no script.
 */
addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
  if (source !== parent) return;
  const text: unknown = typeof data === 'object' && data !== null && 'html' in data ? data.html : null;
  if (typeof text !== 'string') return;
  const { html, hosts } = clean(text, location.search === '?images');
  const frame = document.createElement('iframe');
  frame.title = 'Text of the message';
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  frame.srcdoc = PAPER + html;
  document.body.replaceChildren(frame);
  parent.postMessage({ shown: true, hosts }, '*');
});

parent.postMessage({ ready: true }, '*');
